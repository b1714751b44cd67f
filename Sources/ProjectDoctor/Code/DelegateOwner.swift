// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// Which object's `delegate` an assignment sets.
enum DelegateOwner {
    case notificationCenter
    /// Certainly an object that is not the notification center.
    case other
    case unknown
}

extension CodeAssignment {
    /// Whether the target is a member of `self`, with or without the prefix `self.`.
    fileprivate var isOfSelf: Bool {
        guard let base = target.base else { return true }
        return base.lastName == "self" && base.base == nil
    }

    /// Whether the target is a member of `self`, in an extension of the notification center.
    var isInsideCenter: Bool {
        isOfSelf && node.enclosingType?.typeName == CodeIndex.centerClass
    }
}

extension CodeIndex {
    fileprivate static let centerClass = "UNUserNotificationCenter"

    /// Returns which object's delegate an assignment sets, as far as names and stated types show.
    func owner(of assignment: Occurrence<CodeAssignment>) -> DelegateOwner {
        if assignment.node.isOfSelf {
            guard let type = assignment.node.node.enclosingType?.typeName else { return .other }
            return isCenter(type) ? .notificationCenter : .other
        }
        guard let base = assignment.node.target.base else { return .unknown }
        if base.mayBeNotificationCenter { return .notificationCenter }
        guard let name = base.lastName else { return .unknown }
        // The names of user interface elements state their type, wherever they are declared.
        if ["view", "controller"].contains(where: name.lowercased().hasSuffix) { return .other }
        guard base.base.map({ $0.lastName == "self" }) ?? true else { return .unknown }
        let declarations = assignment.source.uses(of: name).filter(\.declaresValue)
        let isOther = declarations.allSatisfy { declaration in
            declaration.statedTypeName.map { !mayBeCenter(type: $0) } ?? false
        }
        return isOther && !declarations.isEmpty ? .other : .unknown
    }

    /// Returns whether a variable of the type may contain the notification center.
    private func mayBeCenter(type name: String) -> Bool {
        // Generic parameters usually have names of one letter, and aliases similar names.
        isCenter(name) || name.count == 1 || name.lowercased().contains("center")
            || ["NSObject", "AnyObject", "Any"].contains(name)
    }

    /// Returns whether a type is the center's class, or a protocol to which the code makes this
    /// class conform.
    private func isCenter(_ type: String) -> Bool {
        type == Self.centerClass || ancestors(of: Self.centerClass).contains(type)
    }
}

extension TokenSyntax {
    /// Whether the token is the name of a variable or parameter in its declaration. A variable that
    /// only unwraps another one with the same name is not counted.
    fileprivate var declaresValue: Bool {
        switch parent?.as(SyntaxEnum.self) {
        case .identifierPattern(let node):
            node.parent?.as(OptionalBindingConditionSyntax.self).map { $0.initializer != nil }
                ?? true
        case .functionParameter(let node): id == (node.secondName ?? node.firstName).id
        case .closureParameter(let node): id == (node.secondName ?? node.firstName).id
        case .closureCapture(let node): node.initializer != nil
        case .closureShorthandParameter: true
        default: false
        }
    }

    /// The type in the declaration of a variable or parameter, or the type of which its initial
    /// value is a new object; `nil` if the declaration shows no type.
    fileprivate var statedTypeName: String? {
        switch parent?.as(SyntaxEnum.self) {
        case .functionParameter(let node): return node.type.wrapped.bareName
        case .closureParameter(let node): return node.type?.wrapped.bareName
        case .identifierPattern(let node):
            guard let binding = node.parent?.as(PatternBindingSyntax.self) else { return nil }
            if let type = binding.typeAnnotation?.type { return type.wrapped.bareName }
            let call = binding.initializer?.value.stripped.as(FunctionCallExprSyntax.self)
            guard let name = call?.calledName, name.first?.isUppercase == true else { return nil }
            return name
        default: return nil
        }
    }
}

extension TypeSyntax {
    /// The type inside of `?` or `!`.
    fileprivate var wrapped: TypeSyntax {
        self.as(OptionalTypeSyntax.self)?.wrappedType
            ?? self.as(ImplicitlyUnwrappedOptionalTypeSyntax.self)?.wrappedType ?? self
    }
}
