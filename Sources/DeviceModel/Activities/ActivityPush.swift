// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

/// The Live Activity fields of a payload, in the form in which the phone uses them.
///
/// Source: "Starting and updating Live Activities with ActivityKit push notifications".
struct ActivityPush {
    let event: LiveActivityEvent?
    /// The time in seconds since 1970. A sender's milliseconds are read as seconds, which gives a
    /// time far in the future (`LA-5`).
    let timestamp: Double?
    /// The content state as the text of a JSON object; `nil` when the key is missing or its value
    /// has another type.
    let contentState: String?
    /// Whether there is a content state that is not a JSON object.
    let contentStateIsNoObject: Bool
    /// The stale date; for a number outside the calendar's range, the last date that `Date` can
    /// represent.
    let staleDate: Date?
    /// The dismissal date; for a number outside the calendar's range, the last date that `Date` can
    /// represent.
    let dismissalDate: Date?
    let relevanceScore: Double
    let alert: LiveActivity.Alert?
    let fields: LiveActivityFields

    init(_ aps: APS) {
        fields = aps.liveActivity
        event = fields.event
        // A time with a fraction is not an integer, so the parser keeps it among the other keys of
        // `aps`.
        func seconds(_ whole: Int?, _ key: APSKey) -> Double? {
            (whole.map(Double.init) ?? aps.other[key.rawValue]?.doubleValue)
                .flatMap { $0.isFinite ? $0 : nil }
        }
        timestamp = seconds(fields.timestamp, .timestamp)
        staleDate = seconds(fields.staleDate, .staleDate)
            .flatMap { Date(saturatingEpochSeconds: $0) }
        dismissalDate = seconds(fields.dismissalDate, .dismissalDate)
            .flatMap { Date(saturatingEpochSeconds: $0) }
        contentState = fields.contentState.map(Self.text)
        contentStateIsNoObject = aps.other[APSKey.contentState.rawValue] != nil
        relevanceScore = aps.relevanceScore.flatMap { $0.isFinite ? $0 : nil } ?? 0
        alert = aps.alert.flatMap { $0.hasText ? LiveActivity.Alert($0.asFields) : nil }
    }

    /// Returns a JSON object as text.
    static func text(_ object: JSONObject) -> String {
        String(decoding: JSONWriter.write(.object(object)), as: UTF8.self)
    }
}

extension LiveActivity.Alert {
    /// Reads the alert; title and body may each contain a key of the app's strings, and the sound
    /// is part of the alert (`LOC-7`).
    init(_ fields: AlertFields) {
        self.init(
            title: NotificationText(fields.title), body: NotificationText(fields.body),
            sound: fields.sound.map { sound in
                let name = sound.name ?? "default"
                return name == "default" ? .default : .named(name)
            })
    }
}

extension NotificationText {
    fileprivate init(_ text: AlertText?) {
        switch text {
        case .plain(let plain): self.init(plain)
        case .localized(let key, let arguments): self.init(key: key, arguments: arguments)
        case nil: self.init("")
        }
    }
}
