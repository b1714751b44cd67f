// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

/// The domain of this framework's errors. Apple: since iOS 10.0.
public let UNErrorDomain = "UNErrorDomain"

/// An error of the notification service. Apple: since iOS 10.0.
public struct UNError: CustomNSError, LocalizedError, Hashable, Sendable {
    /// What went wrong.
    public let code: Code

    private let entries: [String: PropertyList]

    /// An error with a code.
    ///
    /// - Parameter userInfo: more about it; what a property list cannot hold is left out.
    public init(_ code: Code, userInfo: [String: Any] = [:]) {
        self.code = code
        entries = PropertyList.entries(userInfo)
    }

    /// Takes an error of this domain. An unknown code counts as `notificationsNotAllowed`, the
    /// domain's most general one.
    public init(_nsError error: NSError) {
        self.init(
            Code(rawValue: error.code) ?? .notificationsNotAllowed, userInfo: error.userInfo)
    }

    /// ``UNErrorDomain``.
    public static var errorDomain: String { UNErrorDomain }

    /// The code's number.
    public var errorCode: Int { code.rawValue }

    /// More about it.
    public var userInfo: [String: Any] { entries.mapValues(\.foundationValue) }

    /// More about it, for `NSError`.
    public var errorUserInfo: [String: Any] {
        var info = userInfo
        info[NSLocalizedDescriptionKey] = info[NSLocalizedDescriptionKey] ?? code.explanation
        return info
    }

    /// What went wrong, in words.
    public var errorDescription: String? {
        userInfo[NSLocalizedDescriptionKey] as? String ?? code.explanation
    }

    /// What went wrong, in words.
    public var localizedDescription: String { errorDescription ?? code.explanation }
}

extension UNError {
    /// The app may not send notifications.
    public static var notificationsNotAllowed: Code { .notificationsNotAllowed }
    /// There is no file at the attachment's URL.
    public static var attachmentInvalidURL: Code { .attachmentInvalidURL }
    /// The attachment's type cannot be shown.
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
    /// The trigger is never due.
    public static var notificationInvalidNoDate: Code { .notificationInvalidNoDate }
    /// The notification shows, plays and badges nothing.
    public static var notificationInvalidNoContent: Code { .notificationInvalidNoContent }
    /// The object cannot provide content. Since iOS 15.0.
    public static var contentProvidingObjectNotAllowed: Code { .contentProvidingObjectNotAllowed }
    /// The object lacks what content needs. Since iOS 15.0.
    public static var contentProvidingInvalid: Code { .contentProvidingInvalid }
    /// The number for the icon cannot be used. Since iOS 16.0.
    public static var badgeInputInvalid: Code { .badgeInputInvalid }
}
