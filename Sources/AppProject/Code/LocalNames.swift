// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// The meaning that the enclosing function gives to a name.
enum LocalMeaning: Hashable {
    /// A constant with this string value.
    case text(String)
    /// A parameter, or a variable whose value is not known.
    case unknown
    /// The function does not define the name.
    case none
}

extension SyntaxProtocol {
    /// Returns the meaning that parameters and local declarations give to a name at this node.
    func localMeaning(of name: String) -> LocalMeaning {
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node else { break }
            if let list = node.as(CodeBlockItemListSyntax.self),
                // The top level is skipped, because its names are visible in the whole file.
                !(list.parent?.is(SourceFileSyntax.self) ?? true),
                let meaning = list.meaning(of: name, before: position)
            {
                return meaning
            }
            if let clause = node.parameterNames, clause.contains(name) { return .unknown }
            if let conditions = node.boundNames, conditions.contains(name) { return .unknown }
        }
        return .none
    }
}

extension Syntax {
    /// The names of the parameters of a function, initializer, closure or subscript.
    fileprivate var parameterNames: [String]? {
        if let closure = self.as(ClosureExprSyntax.self) { return closure.parameterNames }
        let list =
            self.as(FunctionDeclSyntax.self)?.signature.parameterClause
            ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
        return list?.parameters.map { ($0.secondName ?? $0.firstName).text }
    }

    /// The names that an enclosing `if`, `while` or `for` binds.
    fileprivate var boundNames: [String]? {
        let conditions =
            self.as(IfExprSyntax.self)?.conditions ?? self.as(WhileStmtSyntax.self)?.conditions
        if let conditions { return conditions.compactMap(\.boundName) }
        return self.as(ForStmtSyntax.self).map { [$0.pattern.trimmedDescription] }
    }
}

extension ConditionElementSyntax {
    fileprivate var boundName: String? {
        condition.as(OptionalBindingConditionSyntax.self)?.pattern.trimmedDescription
    }
}

extension CodeBlockItemListSyntax {
    /// Returns the meaning that the statements before a position give to a name. Returns `nil` if
    /// they do not declare the name.
    fileprivate func meaning(of name: String, before position: AbsolutePosition) -> LocalMeaning? {
        for item in reversed() where item.position < position {
            if let guarded = item.item.as(GuardStmtSyntax.self),
                guarded.conditions.contains(where: { $0.boundName == name })
            {
                return .unknown
            }
            guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
            for binding in variable.bindings
            where binding.pattern.trimmedDescription == name {
                return binding.constantText.map { .text($0) } ?? .unknown
            }
        }
        return nil
    }
}
