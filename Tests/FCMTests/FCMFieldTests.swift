// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

@testable import FCM

/// The fields of a message: their names and types, and what Google's servers report for wrong ones.
@Suite(.timeLimit(.minutes(30)))
struct FCMFieldTests {
    private func violations(_ message: String) throws -> [FCMViolation] {
        let text = #"{"topic":"a",\#(message)}"#
        return try FCMMessage(bytes: Array(text.utf8)).violations()
    }

    @Test(arguments: [
        #""notification":{"title":"a","body":"b","image":"https://a.example/b.png"}"#,
        #""notification":null,"android":{"ttl":null},"token":null"#,
        #""data":{"membership":null,"a":"b"}"#,
        #""android":{"collapseKey":"a","restrictedPackageName":"b","directBootOk":true}"#,
        #""android":{"bandwidth_constrained_ok":true,"restricted_satellite_ok":false}"#,
        #""android":{"priority":"high","notification":{"notification_count":"3"}}"#,
        #""android":{"notification":{"visibility":2,"notificationPriority":"PRIORITY_MAX"}}"#,
        #""android":{"notification":{"title_loc_args":["a"],"body_loc_args":[]}}"#,
        #""android":{"notification":{"event_time":"2026-11-28T10:00:00.5Z","sticky":true}}"#,
        #""android":{"notification":{"event_time":"2026-11-28T10:00:00+01:00"}}"#,
        #""android":{"notification":{"vibrate_timings":["0.5s","1s"],"proxy":"DENY"}}"#,
        #""android":{"notification":{"light_settings":{"color":{"red":1,"alpha":0.5},"#
            + #""light_on_duration":"1s","light_off_duration":"0.123456789s"}}}"#,
        #""apns":{"live_activity_token":"a","fcm_options":{"image":"a","analytics_label":"b"}}"#,
        #""apns":{"payload":{"anything":{"at":["all"]}}}"#,
        #""webpush":{"notification":{"anything":{"at":["all"]}},"fcm_options":{"link":"a"}}"#,
        #""webpush":{"headers":{"TTL":"60"},"data":{"a":"b"},"fcmOptions":{"link":"a"}}"#,
    ])
    func `fields of the reference are accepted in both spellings`(message: String) throws {
        #expect(try violations(message) == [])
    }

    @Test(arguments: [
        (#""notification":{"x":1}"#, "message.notification.x", "use body, image, title"),
        (#""notification":{"Title":"a"}"#, "message.notification.Title", "write title"),
        (#""notification":{"tite":"a"}"#, "message.notification.tite", "write title"),
        (
            #""notification":{"clickAction":"a"}"#, "message.notification.clickAction",
            "write it in message.android.notification"
        ),
        (
            #""notification":{"badge":1}"#, "message.notification.badge",
            "write it in message.apns.payload.aps"
        ),
        (#""notification":{"data":{}}"#, "message.notification.data", "write it in message"),
        (#""android":{"prioritty":"HIGH"}"#, "message.android.prioritty", "write priority"),
        (
            #""android":{"channel_id":"a"}"#, "message.android.channel_id",
            "write it in message.android.notification"
        ),
        (
            #""android":{"notification":{"priority":"high"}}"#,
            "message.android.notification.priority",
            "write notification_priority, or priority in message.android"
        ),
        (#""apns":{"aps":{}}"#, "message.apns.aps", "write it in message.apns.payload.aps"),
        (#""apns":{"alert":"a"}"#, "message.apns.alert", "write it in message.apns.payload.aps"),
        (
            #""apns":{"apns-priority":"5"}"#, "message.apns.apns-priority",
            "write it in message.apns.headers"
        ),
        (
            #""android":{"notification":{"imageUrl":"a"}}"#,
            "message.android.notification.imageUrl",
            "it is a name of the Admin SDKs; write image"
        ),
        (#""webpush":{"link":"a"}"#, "message.webpush.link", "message.webpush.fcm_options"),
        (#""webpush":{"TTL":"1"}"#, "message.webpush.TTL", "message.webpush.headers"),
        (#""webpush":{"title":"1"}"#, "message.webpush.title", "message.webpush.notification"),
        (
            #""fcm_options":{"analyticsLable":"a"}"#, "message.fcm_options.analyticsLable",
            "write analyticsLabel"
        ),
    ])
    func `the error for an unknown field has its path and a suggestion`(
        message: String, path: String, advice: String
    ) throws {
        let found = try violations(message)
        #expect(found.map(\.field) == [path])
        #expect(found.map(\.kind) == [.field])
        #expect(found.first?.text.hasSuffix(advice) == true, "\(found)")
        let owner = path.split(separator: ".").dropLast().joined(separator: ".")
        #expect(
            found.first?.reply?.text
                == "Invalid JSON payload received. Unknown name "
                + "\"\(path.split(separator: ".").last ?? "")\" at '\(owner)': Cannot find field.")
        #expect(found.first?.reply?.field == owner)
    }

    @Test(arguments: [
        (
            #""notification":{"title":5}"#, "message.notification.title",
            "Invalid value at 'message.notification.title' (TYPE_STRING), 5"
        ),
        (
            #""notification":[]"#, "message.notification",
            "Invalid JSON payload received. Unknown name \"notification\" at 'message': "
                + "Proto field is not repeating, cannot start list."
        ),
        (
            #""notification":{"body":{}}"#, "message.notification.body",
            "Invalid value at 'message.notification' (body), "
                + "Starting an object on a scalar field"
        ),
        (
            #""data":[]"#, "message.data",
            "Invalid value at 'message' (Map), Cannot bind a list to map for field 'data'."
        ),
        (
            #""android":{"data":{"a":"b","c":true}}"#, "message.android.data.c",
            "Invalid value at 'message.android.data[1].value' (TYPE_STRING), true"
        ),
        (
            #""android":{"ttl":"60"}"#, "message.android.ttl",
            "Invalid value at 'message.android.ttl' "
                + "(type.googleapis.com/google.protobuf.Duration), "
                + "Field 'ttl', Illegal duration format"
        ),
        (
            #""android":{"notification":{"sticky":1}}"#, "message.android.notification.sticky",
            "Invalid value at 'message.android.notification.sticky' (TYPE_BOOL), 1"
        ),
        (
            #""android":{"notification":{"notificationCount":1.5}}"#,
            "message.android.notification.notificationCount",
            "Invalid value at 'message.android.notification.notification_count' "
                + "(TYPE_INT32), 1.5"
        ),
        (
            #""android":{"notification":{"visibility":"HIDDEN"}}"#,
            "message.android.notification.visibility",
            "Invalid value at 'message.android.notification.visibility' "
                + "(type.googleapis.com/google.firebase.fcm.v1.AndroidNotification.Visibility), "
                + "\"HIDDEN\""
        ),
        (
            #""android":{"notification":{"eventTime":"tomorrow"}}"#,
            "message.android.notification.eventTime",
            "Invalid value at 'message.android.notification.event_time' "
                + "(type.googleapis.com/google.protobuf.Timestamp), "
                + "Field 'event_time', Illegal timestamp format"
        ),
        (
            #""webpush":{"fcmOptions":{"link":1}}"#, "message.webpush.fcmOptions.link",
            "Invalid value at 'message.webpush.fcm_options.link' (TYPE_STRING), 1"
        ),
    ])
    func `a value of a wrong type is reported as Google's servers report it`(
        message: String, path: String, reply: String
    ) throws {
        let found = try violations(message)
        #expect(found.map(\.field) == [path])
        #expect(found.map(\.reply?.text) == [reply])
    }

    @Test func `only the first hundred violations are reported`() throws {
        let members = (0..<150).map { #""k\#($0)":1"# }.joined(separator: ",")
        #expect(try violations("\"data\":{\(members)}").count == 100)
        #expect(try violations(members).count == 100)
    }
}
