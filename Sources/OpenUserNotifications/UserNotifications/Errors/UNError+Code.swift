// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Foundation

extension UNError {
    /// The error codes. Available since iOS 10.0.
    public enum Code: Int, Sendable {
        /// The app may not send notifications.
        case notificationsNotAllowed = 1
        /// There is no file at the attachment's URL.
        case attachmentInvalidURL = 100
        /// The attachment's type is not supported.
        case attachmentUnrecognizedType = 101
        /// The attachment is too large for its type.
        case attachmentInvalidFileSize = 102
        /// The attachment is not in the system's store.
        case attachmentNotInDataStore = 103
        /// The attachment could not be moved into the system's store.
        case attachmentMoveIntoDataStoreFailed = 104
        /// The attachment's file is damaged.
        case attachmentCorrupt = 105
        /// The trigger would never fire.
        case notificationInvalidNoDate = 1400
        /// The notification has no alert text, sound or badge.
        case notificationInvalidNoContent = 1401
        /// The object cannot provide content. Available since iOS 15.0.
        case contentProvidingObjectNotAllowed = 1500
        /// The object lacks data that the content requires. Available since iOS 15.0.
        case contentProvidingInvalid = 1501
        /// The badge number is invalid. Available since iOS 16.0.
        case badgeInputInvalid = 1600

        /// The cause and a suggested fix, in one line.
        var explanation: String {
            switch self {
            case .notificationsNotAllowed:
                "Notifications are not allowed for this app. Call requestAuthorization first."
            case .attachmentInvalidURL:
                "The attachment's URL does not refer to a file. Use the URL of an existing file."
            case .attachmentUnrecognizedType:
                "The attachment's type is not supported. Use a known file extension or type hint."
            case .attachmentInvalidFileSize:
                "The attachment is too large. The limits are 5 MB for audio, 10 MB for an image "
                    + "and 50 MB for a video."
            case .attachmentNotInDataStore:
                "The attachment is not in the system's store. Add it with a new request."
            case .attachmentMoveIntoDataStoreFailed:
                "The attachment could not be moved into the system's store. Check the file."
            case .attachmentCorrupt: "The attachment's file is damaged. Write it again."
            case .notificationInvalidNoDate:
                "The trigger never fires. Use a date in the future, or an interval above 0 (at "
                    + "least 60 s if it repeats)."
            case .notificationInvalidNoContent:
                "The notification has no text, sound or badge. Set one of them."
            case .contentProvidingObjectNotAllowed:
                "This object cannot provide content. Use a message or call intent."
            case .contentProvidingInvalid:
                "The intent contains no person. Set a sender or contacts."
            case .badgeInputInvalid: "The badge number is negative. Use 0 or more."
            }
        }

        /// Returns whether an error has this code, for use in `catch` and `switch`.
        public static func ~= (match: Code, error: any Error) -> Bool {
            if let error = error as? UNError { return error.code == match }
            let error = error as NSError
            return error.domain == UNErrorDomain && error.code == match.rawValue
        }
    }
}
