// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The reason why a service extension could not pass a call to its app. Available since iOS 14.5.
public struct CXErrorCodeNotificationServiceExtensionError: CustomNSError, LocalizedError, Hashable,
    Sendable
{
    /// The error codes.
    public enum Code: Int, Sendable {
        /// An unknown error.
        case unknown = 0
        /// The app has not registered for VoIP pushes.
        case invalidClientProcess = 1
        /// The extension lacks the entitlement.
        case missingNotificationFilteringEntitlement = 2
    }

    /// The kind of error.
    public let code: Code

    /// Creates an error with a code.
    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }

    public var errorCode: Int { code.rawValue }

    /// The cause and a suggested fix, in one line.
    public var errorDescription: String? {
        switch code {
        case .unknown: "The call was not passed to the app"
        case .invalidClientProcess:
            "The app is not registered for VoIP pushes. Set desiredPushTypes of a PKPushRegistry "
                + "to [.voIP] while the app launches."
        case .missingNotificationFilteringEntitlement:
            "The extension does not have the entitlement "
                + "com.apple.developer.usernotifications.filtering. Add it (in a test: "
                + "capabilities.filtering of TestApp)."
        }
    }
}

/// The error domain of service extensions that report calls. Available since iOS 14.5.
public let CXErrorDomainNotificationServiceExtension =
    "com.apple.CallKit.error.notificationserviceextension"
