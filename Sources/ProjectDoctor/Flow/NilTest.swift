// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// Determines whether code runs only if a test such as `x != nil` has shown that an optional has a
/// value. The test must be of the same expression; only `self.` may differ.
struct NilTest {
    /// The maximum number of earlier statements, and of operands, in which a test is searched.
    private static let lookbackCountMax = 1_000

    private let value: String

    init(of value: ExprSyntax) { self.value = Self.text(of: value) }

    /// Returns the end of the last test that ensures a value at the node; `nil` if there is none.
    func end(before node: some SyntaxProtocol) -> AbsolutePosition? {
        var child = Syntax(node)
        while let parent = child.parent, !parent.is(FunctionDeclSyntax.self) {
            if let end = end(in: parent, before: child) { return end }
            child = parent
        }
        return nil
    }

    private func end(in parent: Syntax, before child: Syntax) -> AbsolutePosition? {
        switch parent.as(SyntaxEnum.self) {
        case .ifExpr(let node) where child.id != node.conditions.id:
            let isThen = child.id == node.body.id
            return ensures(node.conditions, isThen) ? node.conditions.endPosition : nil
        case .whileStmt(let node) where child.id == node.body.id:
            return ensures(node.conditions, true) ? node.conditions.endPosition : nil
        case .conditionElementList(let list):
            return list.last { $0.position < child.position && ensures($0, true) }?.endPosition
        case .codeBlockItemList(let list):
            guard let item = child.as(CodeBlockItemSyntax.self), let index = list.index(of: item)
            else { return nil }
            return list[..<index].suffix(Self.lookbackCountMax).last { ensures(after: $0) }?
                .endPosition
        case .exprList(let list):
            guard list.count <= Self.lookbackCountMax else { return nil }
            let before = Array(list).filter { $0.position < child.position }
            let isTernary = child.is(UnresolvedTernaryExprSyntax.self)
            return ensures(before, isTernary: isTernary) ? child.position : nil
        default: return nil
        }
    }

    /// Returns whether a statement that does not end its block ensures a value.
    private func ensures(after item: CodeBlockItemSyntax) -> Bool {
        if let node = item.item.as(GuardStmtSyntax.self) { return ensures(node.conditions, true) }
        let statement = item.item.as(ExpressionStmtSyntax.self)?.expression
        guard let node = statement?.as(IfExprSyntax.self) ?? item.item.as(IfExprSyntax.self),
            node.elseBody == nil, node.body.statements.last.map({ $0.leavesBlock }) ?? false
        else { return false }
        return ensures(node.conditions, false)
    }

    /// Returns whether the operators to the left of an operand, or of the `?` of a ternary
    /// expression, ensure a value.
    private func ensures(_ left: [ExprSyntax], isTernary: Bool) -> Bool {
        var rest = left[...]
        while let end = rest.firstIndex(where: \.endsCondition) {
            if rest[end].is(UnresolvedTernaryExprSyntax.self), ensures(rest[..<end], false) {
                return true
            }
            rest = rest[(end + 1)...]
        }
        if isTernary { return ensures(rest, true) }
        let alternatives = rest.operands(of: "||")
        return alternatives.dropLast().contains { ensures($0, false) }
            || (alternatives.last ?? []).operands(of: "&&").dropLast()
                .contains { ensures($0, true) }
    }

    private func ensures(_ conditions: ConditionElementListSyntax, _ result: Bool) -> Bool {
        (result || conditions.count == 1) && conditions.contains { ensures($0, result) }
    }

    private func ensures(_ element: ConditionElementSyntax, _ result: Bool) -> Bool {
        switch element.condition {
        case .expression(let condition): return ensures([condition], result)
        case .optionalBinding(let node):
            return result && node.initializer.map { Self.text(of: $0.value) } == value
        default: return false
        }
    }

    /// Returns whether there is a value if the condition has the given result.
    private func ensures(_ condition: ArraySlice<ExprSyntax>, _ result: Bool) -> Bool {
        if condition.count == 1, let node = condition.first?.stripped.as(SequenceExprSyntax.self) {
            return ensures(Array(node.elements)[...], result)
        }
        guard !condition.contains(where: \.endsCondition),
            !result || condition.operands(of: "||").count == 1
        else { return false }
        let parts = condition.operands(of: result ? "&&" : "||")
        guard parts.count == 1 else { return parts.contains { ensures($0, result) } }
        let nodes = Array(condition)
        guard nodes.count == 3, nodes[1].operatorText == (result ? "!=" : "==")
        else { return false }
        return nodes[2].is(NilLiteralExprSyntax.self) && Self.text(of: nodes[0]) == value
            || nodes[0].is(NilLiteralExprSyntax.self) && Self.text(of: nodes[2]) == value
    }

    private static func text(of value: ExprSyntax) -> String {
        let text = value.stripped.trimmedDescription
        return text.hasPrefix("self.") ? String(text.dropFirst("self.".count)) : text
    }
}

extension CodeBlockItemSyntax {
    /// Whether the statements after the enclosing block do not run after this statement.
    fileprivate var leavesBlock: Bool {
        item.is(ReturnStmtSyntax.self) || item.is(ThrowStmtSyntax.self)
            || item.is(ContinueStmtSyntax.self) || item.is(BreakStmtSyntax.self)
            || Syntax(item).neverReturns
    }
}

extension ExprSyntax {
    /// Whether this is an operator with a lower precedence than `||`.
    fileprivate var endsCondition: Bool {
        self.is(UnresolvedTernaryExprSyntax.self) || self.is(AssignmentExprSyntax.self)
    }
}
