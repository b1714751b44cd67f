// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The types of which the notification center's delegates are instances.
extension CodeUnit {
    /// Returns those of the given methods that the notification center may call. A method is left
    /// out if every assignment to the center's delegate is known, and all of them assign objects of
    /// unrelated types.
    func calledByCenter(
        _ methods: [CodeIndex.Occurrence<CodeMethod>]
    ) -> [CodeIndex.Occurrence<CodeMethod>] {
        methods.filter { method in
            method.node.node.enclosingType?.typeName.map(mayBeCenterDelegate) ?? true
        }
    }

    /// Returns whether an object of a type may be the notification center's delegate.
    func mayBeCenterDelegate(_ type: String) -> Bool {
        centerDelegateTypes?.contains(type.lastPart) ?? true
    }
}

extension CodeIndex {
    /// The maximum number of assignments to a `delegate` that are examined. If there are more, the
    /// center may have a delegate of any type.
    private static let assignmentCountMax = 1_000

    /// The types of the center's delegates, with their subclasses, superclasses and protocols, and
    /// the types whose own superclasses and protocols are not all known; `nil` if the center may
    /// also have a delegate of another type.
    var centerDelegateTypes: Set<String>? {
        // If code itself calls a delegate's method, it may forward notifications to objects of any
        // type.
        let isForwarded = calls("userNotificationCenter").contains {
            !($0.node.base?.is(SuperExprSyntax.self) ?? false)
        }
        guard !isForwarded, let assigned = assignedDelegateTypes else { return nil }
        var found: Set<String> = []
        var uncertain: Set<String> = []
        for name in typeNames {
            let lineage = Set(ancestors(of: name).union([name]).map(\.lastPart))
            if !lineage.isDisjoint(with: assigned) { found.formUnion(lineage) }
            // A superclass whose declaration is unknown may have further superclasses.
            if lineage.contains(where: { mayDeclareElsewhere(type: $0) }) {
                uncertain.formUnion(lineage)
            }
        }
        return found.contains { mayDeclareElsewhere(type: $0) } ? nil : found.union(uncertain)
    }

    /// The types of the objects that may be assigned to the center's delegate; `nil` if there is no
    /// assignment, or one of an object whose type is not declared in these files.
    private var assignedDelegateTypes: Set<String>? {
        let assignments = assignments(to: "delegate")
        guard assignments.count <= Self.assignmentCountMax else { return nil }
        // Extensions are excluded, because they do not show a type's superclass.
        let declared = Set(
            types(.class, .struct, .enum, .actor, .protocol).map { $0.type.name.lastPart })
        var assigned: Set<String> = []
        var isCenterAssigned = false
        for assignment in assignments {
            let value = assignment.node.value.stripped
            guard !value.is(NilLiteralExprSyntax.self) else { continue }
            let owner = owner(of: assignment)
            guard owner != .other else { continue }
            guard let name = value.instanceTypeName, declared.contains(name) else { return nil }
            assigned.insert(name)
            if owner == .notificationCenter { isCenterAssigned = true }
        }
        return isCenterAssigned ? assigned : nil
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
        return enclosingType?.typeName?.lastPart
    }
}

extension String {
    fileprivate var lastPart: String { split(separator: ".").last.map(String.init) ?? self }
}
