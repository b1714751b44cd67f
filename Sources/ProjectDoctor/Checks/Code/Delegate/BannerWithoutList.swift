// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let bannerWithoutList = DoctorCheck.code(
        "foreground-banner-without-list", .note,
        "notifications that arrive in the foreground are not added to Notification Center",
        why: "The option banner shows a notification for a moment; the option list adds it to "
            + "Notification Center. Without list, a person who misses the banner cannot find the "
            + "notification again.",
        remedy: "add .list, unless the app itself shows the same information",
        wrong: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.asynchronous(
                    "[.banner, .sound, .badge]"))),
        right: RuleExample(
            .init(
                "App/AppDelegate+Notifications.swift",
                PresentationExample.asynchronous(
                    "[.banner, .list, .sound, .badge]"))),
        claim: .documented("UNNotificationPresentationOptions")
    ) { unit, report in
        for method in unit.calledByCenter(unit.code.presentationMethods) {
            report.markExamined(unit.name)
            for options in method.node.presentationOptions
            where options.names.contains("banner") && !options.names.contains("list") {
                report.add(
                    "the notification is shown as a banner, but not added to Notification Center",
                    at: method.source.location(of: options.node))
            }
        }
    }
}
