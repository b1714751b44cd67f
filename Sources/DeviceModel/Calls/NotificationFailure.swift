// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

/// The reason why the phone refuses a call of app code. The codes are those of `UNError`.
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

    /// The rule behind the refusal; `nil` if there is none.
    var rule: RuleID? {
        switch self {
        case .notificationsNotAllowed: "AUTH-23"
        case .attachmentInvalidURL: "ATT-1"
        case .attachmentUnrecognizedType: "ATT-2"
        case .attachmentInvalidFileSize: "ATT-3"
        case .attachmentCorrupt: "ATT-4"
        case .attachmentNotInDataStore, .attachmentMoveFailed: "ATT-5"
        case .notificationInvalidNoDate: "LCL-5"
        case .notificationInvalidNoContent: "LCL-6"
        case .contentProvidingObjectNotAllowed, .contentProvidingInvalid: "NSE-15"
        case .badgeInputInvalid: "BDG-4"
        case .unknownApp: nil
        }
    }

    public var description: String { sentence.line }

    private var sentence: CitedSentence {
        func failure(_ text: String, _ more: String? = nil) -> CitedSentence {
            CitedSentence(text, rule, more: more)
        }
        return switch self {
        case .notificationsNotAllowed:
            failure("Notifications are not allowed for this app", "Request permission first")
        case .attachmentInvalidURL(let path):
            failure("\(path): there is no such file to attach", "Use the URL of a file")
        case .attachmentUnrecognizedType(let path):
            failure(
                "\(path): the system does not accept attachments of this type",
                "Set the type hint option, or give the file the extension of its type")
        case .attachmentInvalidFileSize(let path, let byteCount, let max):
            failure("\(path): the file has \(byteCount) bytes, and at most \(max) are allowed")
        case .attachmentNotInDataStore(let path):
            failure("\(path): the file is not in the store of attachments")
        case .attachmentMoveFailed(let path):
            failure("\(path): the file could not be moved into the store of attachments")
        case .attachmentCorrupt(let path):
            failure(
                "\(path): the content of the file does not "
                    + "match its type")
        case .notificationInvalidNoDate:
            failure("The trigger never fires, or its date is in the past", "Use a future date")
        case .notificationInvalidNoContent:
            failure("The request has no text, no sound and no badge", "Set a body")
        case .contentProvidingObjectNotAllowed:
            failure(
                "This object cannot provide the content of a "
                    + "notification",
                "Use an INSendMessageIntent or an "
                    + "INStartCallIntent")
        case .contentProvidingInvalid:
            failure("The intent contains no person", "Set a sender or contacts")
        case .badgeInputInvalid(let count):
            failure("\(count) is not a valid badge", "Use 0 or a positive number")
        case .unknownApp(let bundleID):
            failure("The app \(bundleID) is not installed on this phone")
        }
    }
}
