// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let tokenStored = DoctorCheck.code(
        "token-stored", .warning, "the device token is stored in UserDefaults",
        why:
            "A token changes after a restore from a backup, on a new device and after an "
            + "installation. UserDefaults are restored with the backup and then contain the token "
            + "of another device.",
        remedy: "register at every launch and send the token that the callback receives",
        wrong: RuleExample(
            TokenExample.callback(
                TokenExample.hexadecimal,
                then: "UserDefaults.standard.set(token, forKey: \"pushToken\")")),
        right: RuleExample(TokenExample.callback(TokenExample.hexadecimal)),
        claim: .documented("Registering your app with APNs")
    ) { unit, report in
        let code = unit.code
        // If the app has no callback for APNs tokens, and no library that receives them, the token
        // belongs to another service.
        let callback = code.tokenCallbacks.first
        guard callback != nil || !unit.isWhole else { return }
        if let callback { report.markExamined(callback.node.baseName) }
        for call in code.calls("set", "setValue") where call.node.storesToken {
            report.add("the device token is written to UserDefaults", at: call.location)
        }
        for attribute in code.attributes("AppStorage") {
            guard case .argumentList(let arguments) = attribute.node.arguments,
                let key = arguments.first?.expression.literalText, key.namesDeviceToken,
                attribute.node.isForText
            else { continue }
            report.add("the device token is stored in UserDefaults", at: attribute.location)
        }
    }
}

extension FunctionCallExprSyntax {
    /// Whether the call writes a token, or a value derived from a token, to UserDefaults under a
    /// key.
    fileprivate var storesToken: Bool {
        guard let key = self["forKey"], let value = arguments.first, value.label == nil,
            let base = base?.trimmedDescription.lowercased(), base.contains("default"),
            !value.expression.is(BooleanLiteralExprSyntax.self),
            !value.expression.is(NilLiteralExprSyntax.self)
        else { return false }
        let text = value.expression.trimmedDescription.lowercased()
        // A digest serves only to detect changes and cannot be used as a token. A date cannot be
        // used as a token either.
        guard !["sha256", "hash", "digest", "date", "true", "false"].contains(where: text.contains)
        else { return false }
        let isValueToken =
            value.expression.lastName?.namesDeviceToken ?? false
            || value.expression.isTokenInCallback
        let keyName = key.literalText ?? key.lastName ?? ""
        let isKeyToken =
            keyName.namesDeviceToken
            && !["sent", "date", "count", "version", "hash"].contains {
                keyName.lowercased().contains($0)
            }
        return isValueToken || isKeyToken && text.contains("token")
    }
}

extension ExprSyntax {
    /// Whether the expression is the token in the token's callback, or a value derived from the
    /// token.
    fileprivate var isTokenInCallback: Bool {
        guard let name = lastName,
            let function = enclosingFunction?.as(FunctionDeclSyntax.self),
            CodeIndex.tokenSelectors.contains(function.selector),
            let last = function.signature.parameterClause.parameters.last
        else { return false }
        if (last.secondName ?? last.firstName).text == name { return true }
        return function.body?.statements.contains { item in
            item.item.as(VariableDeclSyntax.self)?.bindings.contains {
                $0.pattern.trimmedDescription == name
                    && $0.initializer?.mentions([(last.secondName ?? last.firstName).text]) ?? false
            } ?? false
        } ?? false
    }
}

extension AttributeSyntax {
    /// Whether the property with this attribute is a string or data, judging by its declaration.
    fileprivate var isForText: Bool {
        guard let variable = parent?.parent?.as(VariableDeclSyntax.self),
            let binding = variable.bindings.first
        else { return false }
        if let type = binding.typeAnnotation?.type.trimmedDescription {
            return ["String", "String?", "Data", "Data?"].contains(type)
        }
        return binding.initializer?.value.is(StringLiteralExprSyntax.self) ?? false
    }
}
