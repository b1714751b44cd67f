// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import Testing

@testable import ProjectDoctor

/// An app that consists of the code of a test and nothing else.
enum BareApp {
    /// - Parameter rule: the only check to run; by default, all checks of code run.
    static func findings(
        _ code: [String: String], deploymentTarget: String = "17.0", rule: String? = nil
    ) -> [Diagnostic] {
        var files = code
        files["project.yml"] = """
            targets:
              App:
                type: application
                platform: iOS
                deploymentTarget: "\(deploymentTarget)"
                sources: [App]
            """
        let checks = DoctorCheck.codeChecks.filter { rule == nil || $0.about.id == rule }
        return ProjectExamination(
            of: ProjectReader.read(MemoryTree(files)), checks: checks
        ).diagnostics
    }

    /// The lines at which a rule finds something in one file.
    static func lines(
        _ rule: String, in code: String, deploymentTarget: String = "17.0"
    ) -> [Int] {
        findings(["App/Code.swift": code], deploymentTarget: deploymentTarget, rule: rule)
            .filter { $0.rule == rule }.compactMap(\.location.position?.line)
    }

    /// An app delegate with the body of `didFinishLaunching`, and further members.
    static func delegate(launch: String, _ members: String = "") -> String {
        """
        import UIKit
        import UserNotifications
        class AppDelegate: UIResponder, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didFinishLaunchingWithOptions options: [UIApplication.LaunchOptionsKey: Any]?
        ) -> Bool {
        \(launch)
        return true
        }
        \(members)
        }
        """
    }

    /// An app delegate with the body of the callback that receives the token.
    static func callback(_ body: String) -> String {
        """
        import UIKit
        class AppDelegate: NSObject, UIApplicationDelegate {
        func application(
            _ application: UIApplication,
            didRegisterForRemoteNotificationsWithDeviceToken deviceToken: Data
        ) {
        \(body)
        }
        }
        """
    }
}
