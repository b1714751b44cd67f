// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import PushLint
import Yams

// Reads the description of the app in the configuration. Such a description is for people who have
// no checkout of the app.
extension ConfigurationReader {
    func app(_ node: Node) throws -> LintApp {
        var app = LintApp(name: "the app")
        for (key, node) in try entries(node) {
            switch key {
            case "name": app.name = try text(node)
            case "bundle_id": app.bundleID = try text(node)
            case "categories": app.categories = Set(try texts(node))
            case "sounds": app.sounds = Set(try texts(node))
            case "strings": app.strings = try strings(node)
            case "background_modes": app.backgroundModes = Set(try texts(node))
            case "entitlements": app.entitlements = Set(try texts(node))
            case "service_extension": app.hasServiceExtension = try bool(node)
            case "min_os": app.minimumOS = try version(node)
            case "activities": app.activities = try activities(node)
            default:
                throw failure(
                    node, "app has no key \"\(Self.short(key))\"; docs/lint.md lists the keys")
            }
        }
        return app
    }

    /// Reads localization keys, each with the number of its arguments.
    private func strings(_ node: Node) throws -> [String: Int] {
        var strings: [String: Int] = [:]
        for (key, node) in try entries(node) {
            guard let count = node.int, (0...99).contains(count) else {
                throw failure(
                    node,
                    "this is not a number; write how many arguments the string has")
            }
            strings[key] = count
        }
        return strings
    }

    /// Reads the types of Live Activities. Each has `attributes` and `content_state`, which contain
    /// the Swift types of the properties.
    private func activities(_ node: Node) throws -> [String: LintApp.Activity] {
        var activities: [String: LintApp.Activity] = [:]
        for (name, node) in try entries(node) {
            var activity = LintApp.Activity(attributes: nil, contentState: nil)
            for (key, node) in try entries(node) {
                switch key {
                case "attributes": activity.attributes = try properties(node)
                case "content_state": activity.contentState = try properties(node)
                default:
                    throw failure(
                        node,
                        "an activity has no such key; the keys are attributes and content_state")
                }
            }
            activities[name] = activity
        }
        return activities
    }

    private func properties(_ node: Node) throws -> [LintApp.Activity.Property] {
        try entries(node).map { key, node in
            let type = try text(node)
            return LintApp.Activity.Property(
                key: key, type: type, isRequired: !type.hasSuffix("?"))
        }
    }
}
