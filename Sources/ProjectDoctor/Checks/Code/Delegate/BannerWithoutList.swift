// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import AppProject
import Diagnostics
import SwiftSyntax

extension DoctorCheck {
    static let bannerWithoutList = DoctorCheck.code(
        "foreground-banner-without-list", .note,
        "notifications of the foreground are not kept in Notification Center",
        why: "The option banner shows a notification for a moment; list is what keeps it in "
            + "Notification Center. A person who looks away misses it for good.",
        remedy: "add .list, unless the app shows the same elsewhere",
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
        for method in unit.code.presentationMethods {
            report.looked(unit.name)
            for options in method.node.presentationOptions
            where options.names.contains("banner") && !options.names.contains("list") {
                report.add(
                    "the banner is shown and the notification is not kept",
                    at: method.source.location(of: options.node))
            }
        }
    }
}
