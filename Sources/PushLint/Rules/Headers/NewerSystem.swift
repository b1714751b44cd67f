// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics

extension LintRule {
    static let newerSystem = LintRule(
        "needs-newer-system", .note, "the app's minimum iOS version does not support this push",
        why: "The push reaches only devices whose iOS version supports it. Devices with an older "
            + "version never get a token or a channel for such pushes.",
        remedy: "this is not an error; provide an alternative for older iOS versions",
        wrong: """
            ---
            apns-push-type: liveactivity
            min-os: 16.4
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        right: """
            ---
            apns-push-type: liveactivity
            min-os: 17.2
            ---
            {
              "aps": {
                "timestamp": 1750000000, "event": "start",
                "attributes-type": "Delivery", "attributes": {"order": 4711},
                "content-state": {"minutes": 12},
                "alert": {"title": "On its way", "body": "12 minutes to go"}
              }
            }
            """,
        claim: .documented(
            "Starting and updating Live Activities with ActivityKit push notifications")
    ) { push, report in
        guard let minimum = push.minimumOS else { return }
        let type = push.effectiveType
        let (what, since): (String, OSVersion) =
            if type == .liveactivity, push.isBroadcast {
                ("broadcasts to a channel need", OSVersion(18))
            } else if type == .liveactivity, push.payload.aps?.liveActivity.event == .start {
                ("starting a Live Activity by push needs", OSVersion(17, 2))
            } else {
                ("\(type.rawValue) pushes need", type.firstSystem)
            }
        guard minimum < since else { return }
        let header = [
            FrontMatter.minimumOSName, APNSHeader.pushType, APNSHeader.topic,
        ].first { push.headers[$0] != nil }
        report.add(
            "\(what) iOS \(since); the app supports iOS \(minimum) and later",
            header: header ?? APNSHeader.pushType)
    }
}

extension PushType {
    /// The first iOS version that accepts pushes of this type; 0 if every supported version accepts
    /// them.
    fileprivate var firstSystem: OSVersion {
        switch self {
        case .alert, .background, .voip, .complication, .fileprovider, .mdm: OSVersion(0)
        case .location: OSVersion(15)
        case .pushtotalk: OSVersion(16)
        case .liveactivity: OSVersion(16, 1)
        case .controls: OSVersion(18)
        case .widgets: OSVersion(26)
        }
    }
}
