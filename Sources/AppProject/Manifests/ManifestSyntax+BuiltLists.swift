// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

// Lists that a manifest assembles with a few statements. If other code, such as a condition, is
// involved, the whole list is treated as unreadable, because an incomplete list would be wrong.
extension ManifestSyntax {
    /// The maximum number of elements of a joined list. Constants that repeat each other could
    /// yield a list of any length.
    private static let elementCountMax = 10_000

    /// Returns the elements of a list built by an immediately called closure, `{ … }()`, or by
    /// `lists.flatMap { $0 }`.
    func builtElements(_ call: FunctionCallExprSyntax, depth: Int) -> [ExprSyntax]? {
        guard call.arguments.isEmpty else { return nil }
        if let closure = call.calledExpression.as(ClosureExprSyntax.self) {
            return call.trailingClosure == nil ? elements(of: closure, depth: depth) : nil
        }
        guard call.calledName == "flatMap",
            let statements = call.trailingClosure?.statements, statements.dropFirst().isEmpty,
            Self.refers(statements.first?.item.as(ExprSyntax.self), to: "$0"),
            let lists = elements(call.base, depth: depth)
        else { return nil }
        return joinedElements(lists, depth: depth)
    }

    /// Returns the elements of several lists; `nil` if one of the lists cannot be read.
    func joinedElements(_ lists: some Sequence<ExprSyntax>, depth: Int) -> [ExprSyntax]? {
        var joined: [ExprSyntax] = []
        for list in lists {
            guard let read = elements(list, depth: depth),
                joined.count + read.count <= Self.elementCountMax
            else { return nil }
            joined += read
        }
        return joined
    }

    /// Returns the elements that a closure returns. The closure may copy a list into a variable and
    /// append to it.
    private func elements(of closure: ClosureExprSyntax, depth: Int) -> [ExprSyntax]? {
        var name: String?
        var list: [ExprSyntax] = []
        let isSingle = closure.statements.dropFirst().isEmpty
        for statement in closure.statements {
            guard steps.take() else { return nil }
            switch statement.item {
            case .decl(let declaration):
                guard name == nil,
                    let bindings = declaration.as(VariableDeclSyntax.self)?.bindings,
                    bindings.count == 1, let binding = bindings.first,
                    let pattern = binding.pattern.as(IdentifierPatternSyntax.self),
                    let copied = elements(binding.initializer?.value, depth: depth)
                else { return nil }
                name = pattern.identifier.text
                list = copied
            case .expr(let expression):
                if isSingle { return elements(expression, depth: depth) }
                guard let name, let added = elements(addedBy: expression, to: name, depth: depth),
                    list.count + added.count <= Self.elementCountMax
                else { return nil }
                list += added
            case .stmt(let statement):
                guard let result = statement.as(ReturnStmtSyntax.self)?.expression else {
                    return nil
                }
                guard let name else { return elements(result, depth: depth) }
                return Self.refers(result, to: name) ? list : nil
            }
        }
        return nil
    }

    /// Returns the elements that `list.append(…)` or `list += …` adds to a list.
    private func elements(
        addedBy expression: ExprSyntax, to list: String, depth: Int
    ) -> [ExprSyntax]? {
        if let call = expression.as(FunctionCallExprSyntax.self) {
            guard call.calledName == "append", Self.refers(call.base, to: list),
                let argument = call.arguments.first
            else { return nil }
            return argument.label == nil
                ? [argument.expression] : elements(argument.expression, depth: depth)
        }
        guard let parts = expression.as(SequenceExprSyntax.self)?.elements,
            Self.refers(parts.first, to: list),
            parts.dropFirst().first?.as(BinaryOperatorExprSyntax.self)?.operator.text == "+="
        else { return nil }
        return joinedElements(
            parts.dropFirst(2).lazy.filter { !$0.is(BinaryOperatorExprSyntax.self) }, depth: depth)
    }

    /// Returns whether an expression is nothing but a name. The expression's text is not compared,
    /// because it may be long, and the comparison is not counted as a step.
    private static func refers(_ expression: ExprSyntax?, to name: String) -> Bool {
        expression?.as(DeclReferenceExprSyntax.self)?.baseName.text == name
    }
}
