// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import DeviceModel
package import DeviceSimulator

extension ApplicationCode {
    package func nearMiss(
        of kind: Callback.Kind, wasCalled: Bool, on system: AppSystem
    ) async -> NearMiss? {
        guard let spellings = Self.spellings[kind] else { return nil }
        let app = app(on: system)
        let methods = await MainActor.run { () -> [MethodName] in
            let delegate: (any AnyObject)? =
                kind.isOfCenter ? app.center.delegate : app.application.delegate
            return delegate.map { ProgramSymbols.methods(of: $0) } ?? []
        }
        // A method whose name matches exactly is implemented, even if the phone has not called the
        // method: some methods are never called by the phone itself.
        if !wasCalled, methods.contains(where: spellings.contains) { return nil }
        return NearMiss.find(in: methods, for: spellings, others: Self.names)
    }

    /// The names of the methods that Apple's systems call: both the variants with a completion
    /// handler and the async variants.
    private static let spellings: [Callback.Kind: [MethodName]] = [
        .didReceiveRemoteNotification: names(
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
            "application(_:didReceiveRemoteNotification:)"),
        .didRegister: names("application(_:didRegisterForRemoteNotificationsWithDeviceToken:)"),
        .didFailToRegister: names(
            "application(_:didFailToRegisterForRemoteNotificationsWithError:)"),
        .willPresent: names(
            "userNotificationCenter(_:willPresent:withCompletionHandler:)",
            "userNotificationCenter(_:willPresent:)"),
        .didReceiveResponse: names(
            "userNotificationCenter(_:didReceive:withCompletionHandler:)",
            "userNotificationCenter(_:didReceive:)"),
        .openSettings: names("userNotificationCenter(_:openSettingsFor:)"),
    ]

    private static let names = Set(spellings.values.joined())

    private static func names(_ texts: String...) -> [MethodName] {
        texts.compactMap { MethodName($0) }
    }
}

extension Callback.Kind {
    /// Whether the callback goes to the notification center's delegate instead of the app delegate.
    fileprivate var isOfCenter: Bool {
        switch self {
        case .willPresent, .didReceiveResponse, .openSettings: true
        default: false
        }
    }
}
