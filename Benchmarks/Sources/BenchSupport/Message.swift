// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

package import APNSWire

/// The message of every sender in the comparison: a typical alert with a typed payload, to one of
/// many devices.
package enum Message {
    package static let topic = "com.example.app"
    package static let deviceCount = 1024
    /// The length of the payload as Bellhop writes it, in bytes.
    package static let byteCount = 268

    package static let title = "Alex Rivera"
    package static let body =
        "Can you ship the build before standup? I moved the review to 10:30 in room Ada, see you "
        + "there :)"

    /// Created for each request, as by a sender that serves many people.
    @inline(never) package static func payload(badge: Int) -> Payload {
        var aps = APS(
            alert: Alert(title: title, body: body), badge: badge % 9 + 1, sound: .systemDefault)
        aps.threadID = "chat-4711"
        aps.category = "MESSAGE"
        return Payload(aps: aps, custom: ["conversation": "4711", "message": "7f1c9a30-5d2e"])
    }

    /// Invented devices, each with a token of 32 bytes.
    package static let devices: [DeviceToken] = (0..<deviceCount).map { index in
        let bytes = (1...32).map {
            UInt8(truncatingIfNeeded: (index &+ 1) &* 2_654_435_761 &* $0 >> 7)
        }
        // 32 bytes are within the bounds of a token.
        guard let token = try? DeviceToken(bytes: bytes) else { preconditionFailure("32 bytes") }
        return token
    }

    /// Returns the notification with a number, which determines its device and badge.
    package static func request(_ number: Int) -> PushRequest {
        PushRequest(
            deviceToken: devices[number & (deviceCount - 1)], payload: payload(badge: number),
            bundleID: topic, expiration: .oneAttempt)
    }
}
