// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// Why the phone refuses a call of app code. The codes are those of `UNError`.
public enum NotificationFailure: Error, Hashable, Sendable, CustomStringConvertible {
    case notificationsNotAllowed
    case attachmentInvalidURL(path: String)
    case attachmentUnrecognizedType(path: String)
    case attachmentInvalidFileSize(path: String, byteCount: Int, byteCountMax: Int)
    case attachmentNotInDataStore(path: String)
    case attachmentMoveFailed(path: String)
    case attachmentCorrupt(path: String)
    case notificationInvalidNoDate
    case notificationInvalidNoContent
    case contentProvidingObjectNotAllowed
    case contentProvidingInvalid
    case badgeInputInvalid(Int)
    /// The app is not installed on the phone.
    case unknownApp(bundleID: String)

    /// The code in `UNErrorDomain`; `nil` for an error outside that domain.
    public var code: Int? {
        switch self {
        case .notificationsNotAllowed: 1
        case .attachmentInvalidURL: 100
        case .attachmentUnrecognizedType: 101
        case .attachmentInvalidFileSize: 102
        case .attachmentNotInDataStore: 103
        case .attachmentMoveFailed: 104
        case .attachmentCorrupt: 105
        case .notificationInvalidNoDate: 1400
        case .notificationInvalidNoContent: 1401
        case .contentProvidingObjectNotAllowed: 1500
        case .contentProvidingInvalid: 1501
        case .badgeInputInvalid: 1600
        case .unknownApp: nil
        }
    }

    public var description: String {
        switch self {
        case .notificationsNotAllowed:
            "notifications are not allowed for this app; ask for permission first (AUTH-23)"
        case .attachmentInvalidURL(let path):
            "\(path): there is no such file to attach; give a file URL (ATT-1)"
        case .attachmentUnrecognizedType(let path):
            "\(path): not a type that can be attached; use the type hint or another file name "
                + "extension (ATT-2)"
        case .attachmentInvalidFileSize(let path, let byteCount, let max):
            "\(path): \(byteCount) bytes, at most \(max) can be attached (ATT-3)"
        case .attachmentNotInDataStore(let path):
            "\(path): not in the store of attachments (ATT-3)"
        case .attachmentMoveFailed(let path):
            "\(path): could not be moved into the store of attachments (ATT-5)"
        case .attachmentCorrupt(let path): "\(path): the file cannot be read as its type (ATT-3)"
        case .notificationInvalidNoDate:
            "the trigger's date is over or never comes; give one that is still to come (LCL-5)"
        case .notificationInvalidNoContent:
            "there is nothing to show, sound or badge; set a body (LCL-6)"
        case .contentProvidingObjectNotAllowed:
            "the app may not use this intent; add the capability (NSE-15)"
        case .contentProvidingInvalid: "the intent lacks a sender or a conversation (NSE-15)"
        case .badgeInputInvalid(let count): "\(count) is no badge; give 0 or more (BDG-4)"
        case .unknownApp(let bundleID): "\(bundleID) is not installed on this phone"
        }
    }
}
