// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import AppProject
import SwiftSyntax

/// The callbacks that deliver device tokens, and the names of tokens in code.
extension CodeIndex {
    static let tokenSelectors: Set<String> = [
        "application(_:didRegisterForRemoteNotificationsWithDeviceToken:)",
        "didRegisterForRemoteNotifications(withDeviceToken:)",
    ]
    static let tokenFailureSelectors: Set<String> = [
        "application(_:didFailToRegisterForRemoteNotificationsWithError:)",
        "didFailToRegisterForRemoteNotificationsWithError(_:)",
    ]

    /// The methods that the system calls with a device token.
    var tokenCallbacks: [Occurrence<CodeMethod>] { methods(in: Self.tokenSelectors) }

    /// The methods that the system calls when registration fails.
    var tokenFailureCallbacks: [Occurrence<CodeMethod>] { methods(in: Self.tokenFailureSelectors) }

    /// Returns the methods with one of the given selectors.
    func methods(in selectors: Set<String>) -> [Occurrence<CodeMethod>] {
        sources.flatMap { source in
            source.facts.types.flatMap(\.methods).filter { selectors.contains($0.selector) }
                .map { Occurrence(node: $0, source: source) }
        }
    }
}

extension CodeMethod {
    /// The names of the token's bytes in a token callback, and the names of values derived from
    /// these bytes.
    var tokenNames: (bytes: Set<String>, made: Set<String>) {
        guard let name = parameters.last, let body else { return ([], []) }
        var bytes: Set<String> = [name]
        var made: Set<String> = []
        for item in body.statements {
            guard let variable = item.item.as(VariableDeclSyntax.self) else { continue }
            for binding in variable.bindings {
                guard let new = binding.pattern.as(IdentifierPatternSyntax.self)?.identifier.text,
                    let value = binding.initializer?.value
                else { continue }
                if let old = value.lastName, bytes.contains(old),
                    value.is(DeclReferenceExprSyntax.self)
                {
                    bytes.insert(new)
                } else if value.mentions(bytes.union(made)) {
                    made.insert(new)
                }
            }
        }
        return (bytes, made)
    }
}

extension SyntaxProtocol {
    /// Returns whether the code mentions one of the given names.
    func mentions(_ names: Set<String>) -> Bool {
        tokens(viewMode: .sourceAccurate).contains {
            if case .identifier(let text) = $0.tokenKind { names.contains(text) } else { false }
        }
    }
}

extension String {
    /// Whether this is the name of a device token, such as `deviceToken`, `apns_token` or
    /// `kPushTokenKey`.
    var namesDeviceToken: Bool {
        let plain = lowercased().filter { $0.isLetter }
        return ["devicetoken", "pushtoken", "apnstoken", "apntoken", "voiptoken", "fcmtoken"]
            .contains { plain.contains($0) }
    }
}
