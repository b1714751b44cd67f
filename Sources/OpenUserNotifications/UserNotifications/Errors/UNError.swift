// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of this framework's errors. Available since iOS 10.0.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the notification service. Available since iOS 10.0.
public struct UNError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// The kind of error.
    public let code: Code

    private let entries: [String: PropertyList]

    /// Creates an error with a code.
    ///
    /// - Parameter userInfo: details; values that a property list cannot contain are left out.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        entries = PropertyList.entries(userInfo)
    }

    /// Creates an error from an `NSError` of this domain. An unknown code becomes
    /// `notificationsNotAllowed`, the domain's most general code.
    public init(_nsError error: NSError) {
        self.init(
            Code(rawValue: error.code) ?? .notificationsNotAllowed, userInfo: error.userInfo)
    }

    /// The error domain, ``UNErrorDomain``.
    public static var errorDomain: String { UNErrorDomain }

    /// The code's raw value.
    public var errorCode: Int { code.rawValue }

    /// Details of the error.
    public var userInfo: [String: Any] { entries.mapValues(\.foundationValue) }

    /// Details of the error, for `NSError`.
    public var errorUserInfo: [String: Any] {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = info[NSLocalizedDescriptionKey] ?? code.explanation
        return info
    }

    /// A description of the error.
    public var errorDescription: String? {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.explanation
    }

    /// A description of the error.
    public var localizedDescription: String { errorDescription ?? code.explanation }
}

extension UNError {
    /// The app may not send notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// There is no file at the attachment's URL.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The attachment's type is not supported.
    public static var attachmentUnrecognizedType: Code { .attachmentUnrecognizedType }
    /// The attachment is too large for its type.
    public static var attachmentInvalidFileSize: Code { .attachmentInvalidFileSize }
    /// The attachment is not in the system's store.
    public static var attachmentNotInDataStore: Code { .attachmentNotInDataStore }
    /// The attachment could not be moved into the system's store.
    public static var attachmentMoveIntoDataStoreFailed: Code {
        .attachmentMoveIntoDataStoreFailed
    }
    /// The attachment's file is damaged.
    public static var attachmentCorrupt: Code { .attachmentCorrupt }
    /// The trigger would never fire.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// The notification has no alert text, sound or badge.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// The object cannot provide content. Available since iOS 15.0.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The object lacks data that the content requires. Available since iOS 15.0.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The badge number is invalid. Available since iOS 16.0.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}
