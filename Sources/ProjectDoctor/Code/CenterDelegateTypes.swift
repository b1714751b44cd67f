// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The types of which the notification center's delegates are instances.
extension CodeUnit {
    /// Returns the delegate's methods without those that the notification center never calls,
    /// because every assignment to its delegate is known, and leads to other types.
    func calledByCenter(
        _ methods: [CodeIndex.Occurrence<CodeMethod>]
    ) -> [CodeIndex.Occurrence<CodeMethod>] {
        guard isWhole, let types = code.centerDelegateTypes else { return methods }
        return methods.filter { method in
            guard let name = method.node.node.enclosingType?.lastTypeName else { return true }
            return types.contains(name)
                || code.lineages(of: name).joined().contains {
                    code.mayDeclareElsewhere(type: $0)
                }
        }
    }
}

extension CodeIndex {
    /// The types of the center's delegates, with their subclasses, superclasses and protocols;
    /// `nil` if the center may also have a delegate of another type.
    fileprivate var centerDelegateTypes: Set<String>? {
        // Code that calls a delegate's method forwards notifications to objects of any type.
        let isForwarded = calls("userNotificationCenter").contains {
            !($0.node.base?.is(SuperExprSyntax.self) ?? false)
        }
        guard !isForwarded else { return nil }
        var found: Set<String> = []
        for assignment in assignments(to: "delegate") {
            let value = assignment.node.value.stripped
            guard assignment.node.target.base?.mayBeNotificationCenter ?? false,
                !value.is(NilLiteralExprSyntax.self)
            else { continue }
            guard let name = value.instanceTypeName, declares(name) else { return nil }
            found.formUnion(lineages(of: name).joined())
        }
        // A superclass whose declaration is unknown may have further superclasses.
        let isKnown = !found.contains { mayDeclareElsewhere(type: $0) }
        return found.isEmpty || !isKnown ? nil : found
    }

    /// Returns whether these files contain the declaration of a type, not only extensions.
    private func declares(_ name: String) -> Bool {
        types(.class, .struct, .enum, .actor, .protocol).contains { $0.type.name.lastPart == name }
    }

    /// Returns, for a type and each of its subtypes, the names of the type and of all its
    /// supertypes. The names are without the names of enclosing types.
    fileprivate func lineages(of name: String) -> [Set<String>] {
        typeNames.map { Set(ancestors(of: $0).union([$0]).map(\.lastPart)) }
            .filter { $0.contains(name) }
    }
}

extension ExprSyntax {
    /// The name of the type of `self` or of a new object such as `Handler()`; `nil` for other
    /// expressions.
    fileprivate var instanceTypeName: String? {
        if let call = self.as(FunctionCallExprSyntax.self) { return call.calledName }
        guard let name = self.as(DeclReferenceExprSyntax.self)?.baseName,
            name.tokenKind == .keyword(.self)
        else { return nil }
        return enclosingType?.lastTypeName
    }
}

extension DeclSyntax {
    /// The name of a declared or extended type, without the names of enclosing types.
    fileprivate var lastTypeName: String? {
        self.as(ExtensionDeclSyntax.self)?.extendedType.bareName.lastPart
            ?? self.asProtocol((any NamedDeclSyntax).self)?.name.text
    }
}

extension String {
    fileprivate var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}
