// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import Diagnostics
import SwiftSyntax

extension SwiftSource {
    /// Returns the location at which code sets a notification's interruption level, by an
    /// assignment or as an argument. Comparisons are ignored.
    ///
    /// - Parameter countsArguments: whether an argument counts even if it does not name the type.
    ///   No function of Apple's has an argument with this label, so the level may be a type of the
    ///   app's own.
    fileprivate func assignment(
        ofInterruptionLevel level: String, countsArguments: Bool
    ) -> Diagnostic.Location? {
        guard mentions("interruptionLevel") else { return nil }
        return uses(of: level).first { isInterruptionLevel($0, countsArguments: countsArguments) }
            .map { location(of: $0) }
    }

    private static let levelType = "UNNotificationInterruptionLevel"

    /// Whether a parameter, an associated value or a property named `interruptionLevel` has the
    /// type of Apple's levels.
    fileprivate var takesInterruptionLevel: Bool {
        // The type of a property may follow from its initial value.
        let types = (facts.typeNames[Self.levelType] ?? []).map { Syntax($0) }
        let values = (facts.mentions[Self.levelType] ?? []).map { Syntax($0) }
        return (types + values).contains { type in
            for node in sequence(first: type.parent, next: { $0?.parent }) {
                if let parameter = node?.as(FunctionParameterSyntax.self) {
                    return parameter.firstName.text == "interruptionLevel"
                }
                if let parameter = node?.as(EnumCaseParameterSyntax.self) {
                    return parameter.firstName?.text == "interruptionLevel"
                }
                // An argument does not determine the type of the call's result.
                if node?.is(LabeledExprSyntax.self) ?? false { return false }
                if let property = node?.as(PatternBindingSyntax.self) {
                    return property.pattern.trimmedDescription == "interruptionLevel"
                }
                if node?.is(CodeBlockItemSyntax.self) ?? true { return false }
            }
            return false
        }
    }

    private func isInterruptionLevel(_ token: TokenSyntax, countsArguments: Bool) -> Bool {
        let base = token.parent?.parent?.as(MemberAccessExprSyntax.self)?.base
        let isArgumentKnown = countsArguments || base?.lastName == Self.levelType
        var node = token.parent
        while let current = node {
            if let argument = current.as(LabeledExprSyntax.self) {
                return isArgumentKnown && argument.label?.text == "interruptionLevel"
                    && !argument.isInPattern
            }
            if let sequence = current.as(SequenceExprSyntax.self) {
                let elements = Array(sequence.elements)
                return elements.count > 2 && elements[1].is(AssignmentExprSyntax.self)
                    && elements[0].trimmedDescription.hasSuffix("interruptionLevel")
            }
            if current.is(CodeBlockItemSyntax.self) { return false }
            node = current.parent
        }
        return false
    }

    /// The names of the options in each request for permission; `nil` for a request whose options
    /// are not written as a list.
    var requestedOptions: [[String]?] {
        calls(of: "requestAuthorization").compactMap { call in
            guard let options = call.argument("options") else { return nil }
            return .some(options.memberNames)
        }
    }
}

extension ExprSyntax {
    /// The names in an expression such as `[.alert, .sound]` or `.alert`, including those in nested
    /// lists; `nil` for other expressions.
    var memberNames: [String]? {
        if let member = self.as(MemberAccessExprSyntax.self) {
            return [member.declName.trimmedName]
        }
        guard let array = self.as(ArrayExprSyntax.self) else { return nil }
        var names: [String] = []
        for element in array.elements {
            guard let inner = element.expression.memberNames else { return nil }
            names += inner
        }
        return names
    }
}

extension LabeledExprSyntax {
    /// Whether the argument is a part of a pattern, as in `case .alarm(level: .high):`, and is
    /// therefore only compared.
    fileprivate var isInPattern: Bool {
        for node in sequence(first: parent, next: { $0?.parent }) {
            if node?.is(ExpressionPatternSyntax.self) ?? false { return true }
            if node?.is(CodeBlockItemSyntax.self) ?? true { return false }
        }
        return false
    }
}

extension DeclReferenceExprSyntax {
    fileprivate var trimmedName: String { baseName.text }
}

extension AppProject {
    /// Returns the location at which the code of an app or of its extensions sets a notification's
    /// interruption level.
    func assignment(
        ofInterruptionLevel level: String, anywhereIn app: AppTarget
    ) -> Diagnostic.Location? {
        let code = codeWithExtensions(of: app)
        let countsArguments = code.contains(where: \.takesInterruptionLevel)
        return code.lazy.compactMap {
            $0.assignment(ofInterruptionLevel: level, countsArguments: countsArguments)
        }.first
    }

    /// Returns whether the app's own code, as opposed to a library, registers with APNs or receives
    /// the token.
    func registersItself(_ app: AppTarget) -> Bool {
        ownCode(of: app).contains { source in
            Self.registrationNames.contains { !source.uses(of: $0).isEmpty }
        } || objectiveCUse(of: Self.registrationNames, in: app) != nil
    }

    private static let registrationNames = [
        "registerForRemoteNotifications", "didRegisterForRemoteNotificationsWithDeviceToken",
        "PushAppDelegate",
    ]

    /// Returns the location at which the code of an app registers with APNs or receives the token.
    func registration(in app: AppTarget) -> Diagnostic.Location? {
        firstUse(of: Self.registrationNames, in: code(of: app))
            ?? objectiveCUse(of: Self.registrationNames, in: app)
    }

    /// Returns the location at which the code of an app, or of its widgets, uses Live Activities.
    func liveActivity(in app: AppTarget) -> Diagnostic.Location? {
        if let use = firstUse(
            of: "ActivityConfiguration", "pushToStartTokenUpdates", anywhereIn: app)
        {
            return use
        }
        for source in code(of: app) where source.facts.imports.contains("ActivityKit") {
            if let request = source.activityRequests.first { return source.location(of: request) }
        }
        return nil
    }
}

extension SwiftSource {
    /// The calls of `Activity.request(…)` and `Activity<Attributes>.request(…)`.
    var activityRequests: [FunctionCallExprSyntax] {
        calls(of: "request").filter { call in
            guard let member = call.calledExpression.as(MemberAccessExprSyntax.self),
                let base = member.base
            else { return false }
            let name = base.as(GenericSpecializationExprSyntax.self)?.expression ?? base
            return name.trimmedDescription == "Activity"
        }
    }
}
