// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import Foundation

extension BGTaskScheduler {
    /// Why a request was refused. Apple: since iOS 13.0.
    public struct Error: CustomNSError, LocalizedError, Hashable, Sendable {
        /// What went wrong.
        public let code: Code

        /// An error with a code.
        public init(_ code: Code) { self.code = code }

        /// What can go wrong.
        public enum Code: Int, Sendable {
            /// Background refresh is off, or the device cannot do it.
            case unavailable = 1
            /// Too many requests wait: one refresh and ten processing tasks at most.
            case tooManyPendingTaskRequests = 2
            /// The app's Info.plist does not permit it.
            case notPermitted = 3

            /// Matches an error with this code, in `catch` and `switch`.
            public static func ~= (match: Code, error: any Swift.Error) -> Bool {
                (error as? BGTaskScheduler.Error)?.code == match
            }
        }

        /// Background refresh is off, or the device cannot do it.
        public static var unavailable: Code { .unavailable }
        /// Too many requests wait.
        public static var tooManyPendingTaskRequests: Code { .tooManyPendingTaskRequests }
        /// The app's Info.plist does not permit it.
        public static var notPermitted: Code { .notPermitted }

        public static var errorDomain: String { "BGTaskSchedulerErrorDomain" }

        public var errorCode: Int { code.rawValue }

        /// What went wrong and what to try, in one line.
        public var errorDescription: String? {
            switch code {
            case .unavailable: "Background refresh is off; turn it on in the phone's settings"
            case .tooManyPendingTaskRequests: "Too many requests wait; cancel one of them first"
            case .notPermitted:
                "The Info.plist does not permit it; add the identifier to "
                    + "BGTaskSchedulerPermittedIdentifiers and the background mode"
            }
        }
    }
}
