// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let backgroundCompletionNotCalled = DoctorCheck.code(
        "background-completion-not-called", .error,
        "the completion handler of a background push is not called",
        why: "The app has 30 seconds. If it does not call the handler in that time, the system "
            + "terminates the app and wakes it less often in the future.",
        remedy: "call the handler on every path with newData, noData or failed, or implement the "
            + "async variant",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Background.swift",
                example(
                    """
                            URLSession.shared.dataTask(with: Server.refreshURL) { data, _, _ in
                                guard let data else { return }
                                Store.shared.merge(data)
                                completionHandler(.newData)
                            }.resume()
                    """))),
        right: RuleExample(
            .init(
                "App/AppDelegate+Background.swift",
                example(
                    """
                            URLSession.shared.dataTask(with: Server.refreshURL) { data, _, _ in
                                guard let data else { return completionHandler(.failed) }
                                Store.shared.merge(data)
                                completionHandler(.newData)
                            }.resume()
                    """))),
        claim: .documented(
            "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)")
    ) { unit, report in
        report.examineCompletions(
            of: unit.code.methods(
                "application(_:didReceiveRemoteNotification:fetchCompletionHandler:)",
                "didReceiveRemoteNotification(_:fetchCompletionHandler:)"))
    }

    private static func example(_ body: String) -> String {
        """
        import UIKit

        extension AppDelegate {
            func application(
                _ application: UIApplication,
                didReceiveRemoteNotification userInfo: [AnyHashable: Any],
                fetchCompletionHandler completionHandler:
                    @escaping (UIBackgroundFetchResult) -> Void
            ) {
        \(body)
            }
        }
        """
    }
}
