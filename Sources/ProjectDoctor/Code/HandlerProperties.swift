// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The properties in which a service extension stores its content handler.
extension AppProject {
    /// Returns the properties in which a service's `didReceive` stores its handler, and which
    /// nothing uses except this method and `serviceExtensionTimeWillExpire`. Code that `didReceive`
    /// calls therefore cannot call the handler.
    func unreachableProperties(
        storingHandlerOf method: CodeMethod, in service: String, _ target: AppTarget
    ) -> Set<String> {
        let own = ownCode(of: target)
        // Code that was not parsed may use any property.
        guard let handler = method.parameters.last, target.objectiveCPaths.isEmpty,
            own.count == Set(target.sourcePaths).count,
            !code(of: target).contains(where: \.callsExpirationMethod)
        else { return [] }
        let types = own.flatMap(\.facts.types).filter { $0.name == service }
        let users =
            types.flatMap(\.methods)
            .filter { $0.selector == "\(SwiftSource.expirationMethod)()" }.map(\.node.id)
            + [method.node.id]
        let properties = types.flatMap(\.storedProperties).filter { property in
            own.allSatisfy { source in
                source.uses(of: property.text).allSatisfy { use in
                    use.id == property.id
                        || sequence(first: Syntax(use), next: \.parent)
                            .contains { users.contains($0.id) }
                }
            }
        }
        let stored = own.flatMap { source in
            properties.map(\.text).filter { name in
                source.facts.assignments[name]?.contains { $0.value.lastName == handler } ?? false
            }
        }
        return Set(stored)
    }
}

extension SwiftSource {
    fileprivate static let expirationMethod = "serviceExtensionTimeWillExpire"

    /// Whether code other than an override calls `serviceExtensionTimeWillExpire`.
    fileprivate var callsExpirationMethod: Bool {
        uses(of: Self.expirationMethod).contains { use in
            let base = use.parent?.parent?.as(MemberAccessExprSyntax.self)?.base
            return use.parent?.is(FunctionDeclSyntax.self) != true
                && base?.is(SuperExprSyntax.self) != true
        }
    }
}

extension CodeType {
    /// The names of the stored properties in this declaration. Properties with observers or
    /// attributes are excluded, because an observer or a wrapper may use the value.
    fileprivate var storedProperties: [TokenSyntax] {
        members.compactMap { $0.decl.as(VariableDeclSyntax.self) }
            .filter(\.attributes.isEmpty).flatMap(\.bindings)
            .filter { $0.accessorBlock == nil }
            .compactMap { $0.pattern.as(IdentifierPatternSyntax.self)?.identifier }
    }
}
