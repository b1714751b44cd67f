// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The properties in which a service extension stores its content handler.
extension AppProject {
    /// Returns the properties in which a service's `didReceive` stores its handler, and which are
    /// used only by this method and by `serviceExtensionTimeWillExpire`. Therefore, other code that
    /// runs during `didReceive` cannot call the handler.
    func unreachableProperties(
        storingHandlerOf method: CodeMethod, in service: String, _ target: AppTarget
    ) -> Set<String> {
        let names = method.namesOfStoredHandler
        guard !names.isEmpty else { return [] }
        let own = ownCode(of: target)
        // Code that was not parsed may use any property. A library can use the service's properties
        // only as requirements of its own protocols, or as members of its own superclass.
        guard target.objectiveCPaths.isEmpty, own.count == Set(target.sourcePaths).count,
            own.allSatisfy({ $0.refusal == nil }),
            !inheritsForeignCode(service, in: own),
            !code(of: target).contains(where: \.callsExpirationMethod)
        else { return [] }
        let types = own.flatMap(\.facts.types).filter { $0.name == service }
        let users =
            types.flatMap(\.methods)
            .filter { $0.selector == "\(SwiftSource.expirationMethod)()" }.map(\.node.id)
            + [method.node.id]
        let properties = types.flatMap(\.storedProperties)
        return Set(names).filter { name in
            let declarations = Set(properties.filter { $0.text == name }.map(\.id))
            return !declarations.isEmpty
                && own.allSatisfy { source in
                    source.uses(of: name).allSatisfy { use in
                        declarations.contains(use.id)
                            || sequence(first: Syntax(use), next: \.parent)
                                .contains { users.contains($0.id) }
                    }
                }
        }
    }

    /// Returns whether a service inherits from a class or protocol that is not declared in this
    /// code, except from Apple's class and from protocols without members.
    private func inheritsForeignCode(_ service: String, in code: [SwiftSource]) -> Bool {
        let declared = Set(code.flatMap(\.facts.types).filter { $0.kind != .extension }.map(\.name))
        let harmless: Set = ["UNNotificationServiceExtension", "AnyObject", "Sendable"]
        return !CodeIndex(code).ancestors(of: service).subtracting(declared).isSubset(of: harmless)
    }
}

extension CodeMethod {
    /// The maximum number of names in which a method stores its handler. Further names are treated
    /// as names that other code uses.
    private static let storedNameCountMax = 16

    /// The names of the variables and properties to which the method assigns its last parameter.
    fileprivate var namesOfStoredHandler: [String] {
        guard let handler = parameters.last, let body else { return [] }
        let finder = AssignedNameFinder(value: handler, countMax: Self.storedNameCountMax)
        finder.walk(body)
        return finder.names
    }
}

/// Finds the names to which a value is assigned.
private final class AssignedNameFinder: SyntaxVisitor {
    private let value: String
    private let countMax: Int
    private(set) var names: [String] = []

    init(value: String, countMax: Int) {
        self.value = value
        self.countMax = countMax
        super.init(viewMode: .sourceAccurate)
    }

    override func visit(_ node: SequenceExprSyntax) -> SyntaxVisitorContinueKind {
        let elements = Array(node.elements)
        if elements.count == 3, elements[1].is(AssignmentExprSyntax.self),
            elements[2].lastName == value, let name = elements[0].lastName,
            names.count < countMax, !names.contains(name)
        {
            names.append(name)
        }
        return .visitChildren
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
