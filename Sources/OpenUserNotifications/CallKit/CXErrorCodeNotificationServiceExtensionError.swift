// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// Why a service extension could not hand a call to its app. Apple: since iOS 14.5.
public struct CXErrorCodeNotificationServiceExtensionError: CustomNSError, LocalizedError, Hashable,
    Sendable
{
    /// What can go wrong.
    public enum Code: Int, Sendable {
        /// Something else.
        case unknown = 0
        /// The app has not registered for VoIP pushes.
        case invalidClientProcess = 1
        /// The extension lacks the entitlement.
        case missingNotificationFilteringEntitlement = 2
    }

    /// What went wrong.
    public let code: Code

    /// An error with a code.
    public init(_ code: Code) { self.code = code }

    public static var errorDomain: String { CXErrorDomainNotificationServiceExtension }

    public var errorCode: Int { code.rawValue }

    /// What went wrong and what to try, in one line.
    public var errorDescription: String? {
        switch code {
        case .unknown: "The call was not handed over"
        case .invalidClientProcess:
            "The app is not registered for VoIP pushes; set desiredPushTypes to [.voIP] of a "
                + "PKPushRegistry while the app launches"
        case .missingNotificationFilteringEntitlement:
            "The extension lacks com.apple.developer.usernotifications.filtering; add the "
                + "entitlement (capabilities.filtering of a TestApp)"
        }
    }
}

/// The domain of errors of service extensions that report calls. Apple: since iOS 14.5.
public let CXErrorDomainNotificationServiceExtension =
    "com.apple.CallKit.error.notificationserviceextension"
