// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SwiftSyntax

/// What a name means because of the function that it stands in.
enum LocalMeaning: Hashable {
    /// A constant with a text.
    case text(String)
    /// A parameter, or something that is computed.
    case unknown
    /// The function says nothing about it.
    case none
}

extension SyntaxProtocol {
    /// What a name means here as far as parameters and what is declared inside of functions go.
    func localMeaning(of name: String) -> LocalMeaning {
        for node in sequence(first: parent, next: { $0?.parent }) {
            guard let node else { break }
            if let list = node.as(CodeBlockItemListSyntax.self),
                // Names at the top of a file are seen everywhere in it.
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
    /// Names of the parameters of a function, initializer, closure or subscript.
    fileprivate var parameterNames: [String]? {
        if let closure = self.as(ClosureExprSyntax.self) { return closure.parameterNames }
        let list =
            self.as(FunctionDeclSyntax.self)?.signature.parameterClause
            ?? self.as(InitializerDeclSyntax.self)?.signature.parameterClause
        return list?.parameters.map { ($0.secondName ?? $0.firstName).text }
    }

    /// Names that an `if`, `while` or `for` around the place binds.
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
    /// What a statement before a place makes of a name.
    fileprivate func meaning(of name: String, before place: AbsolutePosition) -> LocalMeaning? {
        for item in reversed() where item.position < place {
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
