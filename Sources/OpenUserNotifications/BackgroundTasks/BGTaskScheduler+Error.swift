// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension BGTaskScheduler {
    /// The reason why a request was rejected. Available since iOS 13.0.
    public struct Error: CustomNSError, LocalizedError, Hashable, Sendable {
        /// The kind of error.
        public let code: Code

        /// Creates an error with a code.
        public init(_ code: Code) { self.code = code }

        /// The error codes.
        public enum Code: Int, Sendable {
            /// Background refresh is off, or the device does not support the task.
            case unavailable = 1
            /// Too many requests are pending: at most one refresh and ten processing tasks are
            /// allowed.
            case tooManyPendingTaskRequests = 2
            /// The app's Info.plist does not permit the task.
            case notPermitted = 3

            /// Returns whether an error has this code, for use in `catch` and `switch`.
            public static func ~= (match: Code, error: any Swift.Error) -> Bool {
                (error as? BGTaskScheduler.Error)?.code == match
            }
        }

        /// Background refresh is off, or the device does not support the task.
        public static var unavailable: Code { .unavailable }
        /// Too many requests are pending.
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        /// The app's Info.plist does not permit the task.
        public static var notPermitted: Code { .notPermitted }

        public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }

        public var errorCode: Int { code.rawValue }

        /// The cause and a suggested fix, in one line.
        public var errorDescription: String? {
            switch code {
            case .unavailable:
                "Background App Refresh is off, or the virtual phone does not support this kind of "
                    + "task. Turn Background App Refresh on, or use BGAppRefreshTaskRequest."
            case .tooManyPendingTaskRequests:
                "Too many task requests are pending. Cancel one of them first."
            case .notPermitted:
                "The app's Info.plist does not permit the task. Add its identifier to "
                    + "BGTaskSchedulerPermittedIdentifiers, and add the background mode."
            }
        }
    }
}
