// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

@testable import PushLint

/// Sounds, interruption levels, and payloads that need an extension.
struct SoundAndLevelRuleTests {
    @Test(arguments: [
        ("default", []), ("bell.caf", []), ("bell.AIFF", []), ("bell.aif", []), ("bell.wav", []),
        ("ding v2.caf", []), ("ding.v2", []), ("glocke-größe.caf", []),
        ("bell.mp3", ["sound-format"]), ("bell.M4A", ["sound-format"]),
        ("bell.ogg", ["sound-format"]), ("", ["empty-sound"]), ("none", ["sound-means-silence"]),
        ("Silent", ["sound-means-silence"]), ("sounds/bell.caf", ["sound-path"]),
        ("https://example.com/bell.caf", ["sound-path"]),
        ("fancy-ding", ["sound-without-extension"]), ("Default", ["sound-without-extension"]),
    ])
    func `names of sounds are checked, also in critical sounds`(name: String, rules: [String]) {
        #expect(
            PayloadFindings(#"{"aps": {"alert": "a", "sound": "\#(name)"}}"#).rules == rules)
        let critical = PayloadFindings(
            """
            {"aps": {"alert": "a", "sound": {"critical": 1, "name": "\(name)", "volume": 1},
              "interruption-level": "critical"}}
            """)
        #expect(critical.rules == (rules + ["critical-needs-approval"]).sorted())
    }

    @Test(arguments: [
        (
            #""sound": {"critical": 1, "name": "a.caf"}"#,
            ["critical-needs-approval", "critical-sound-without-level"]
        ),
        (
            #""sound": {"critical": 1, "name": "a.caf"}, "interruption-level": "active""#,
            ["critical-needs-approval", "critical-sound-without-level"]
        ),
        (
            #""sound": {"critical": 1}, "interruption-level": "critical""#,
            ["critical-needs-approval", "critical-sound-without-name"]
        ),
        (#""sound": {"name": "a.caf"}"#, ["sound-object-without-critical"]),
        (#""sound": {}"#, ["sound-object-without-critical"]),
        (#""sound": {"critical": 0, "name": "a.caf", "volume": 0.2}"#, []),
        (
            #""interruption-level": "critical""#,
            ["critical-level-without-sound", "critical-needs-approval"]
        ),
        (
            #""sound": "default", "interruption-level": "critical""#,
            ["critical-level-without-sound", "critical-needs-approval"]
        ),
        (#""sound": "default", "interruption-level": "passive""#, ["passive-with-sound"]),
        (#""badge": 1, "interruption-level": "passive""#, []),
        (#""sound": "default", "interruption-level": "time-sensitive""#, []),
        (#""sound": "default", "interruption-level": "active""#, []),
    ])
    func `sound and interruption level must match`(keys: String, rules: [String]) {
        #expect(PayloadFindings(#"{"aps": {"alert": "a", \#(keys)}}"#).rules == rules)
    }

    @Test(arguments: [
        "Weekly Newsletter", "Flash sale: everything must go", "20% off all shoes",
        "Your daily digest", "Black Friday starts now", "Use promo code SUMMER",
        "12 articles you may have missed", "Get 15% OFF!", "New arrivals in your size",
    ])
    func `a marketing text must not be time-sensitive`(text: String) {
        let payload = """
            {"aps": {"alert": {"title": "Shop", "body": "\(text)"},
              "interruption-level": "LEVEL"}}
            """
        func rules(_ level: String) -> [String] {
            PayloadFindings(payload.replacing("LEVEL", with: level)).rules
        }
        #expect(rules("time-sensitive") == ["time-sensitive-marketing"])
        #expect(rules("active") == [])
        #expect(rules("passive") == [])
    }

    @Test(arguments: [
        "Your driver is outside", "Your code is 482913", "Breaking news: storm warning",
        "Battery at 20%", "The heating is 50% offline", "Sale of your car: the buyer is here",
        "Your verification code for the newsletter is 4711", "Digest authentication failed",
        "Meeting in 10 minutes", "Offer accepted: sign by 5 pm", "Deal! Ada bought your bike",
        "Newsletters", "Your order is ready for pickup",
        "Payment of a special offer: password changed", "Weekly standup starts now",
    ])
    func `an urgent text may be time-sensitive`(text: String) {
        let payload = """
            {"aps": {"alert": {"title": "a", "body": "\(text)"}, "category": "OFFER",
              "interruption-level": "time-sensitive"}}
            """
        #expect(PayloadFindings(payload).rulesOfPayload == [])
    }

    @Test func `a newsletter is recognized by its category`() {
        let payload = """
            {"aps": {"alert": "Ten articles", "category": "WEEKLY_NEWSLETTER",
              "interruption-level": "time-sensitive"}}
            """
        #expect(PayloadFindings(payload).rulesOfPayload == ["time-sensitive-marketing"])
    }

    @Test(arguments: [
        (#""category": """#, ["blank-identifier"]), (#""thread-id": " a""#, ["blank-identifier"]),
        (#""target-content-id": "a\n""#, ["blank-identifier"]),
        (#""filter-criteria": " ""#, ["blank-identifier"]),
        (#""category": "NEW MESSAGE", "thread-id": "chat 7""#, []),
    ])
    func `blank identifiers, and white space at the ends of identifiers, are found`(
        keys: String, rules: [String]
    ) {
        #expect(PayloadFindings(#"{"aps": {"alert": "a", \#(keys)}}"#).rules == rules)
    }

    @Test(arguments: [
        (#"{"aps": {"alert": {"title": "a"}}, "imageURL": "https://e.com/1.jpg"}"#, true),
        (#"{"aps": {"alert": "a"}, "data": {"image": "https://e.com/1"}}"#, true),
        (#"{"aps": {"alert": "a"}, "attachments": [{"url": "https://e.com/1.jpg"}]}"#, true),
        (#"{"aps": {"alert": "a"}, "fcm_options": {"image": "https://e.com/1.png"}}"#, true),
        (#"{"aps": {"alert": "a", "mutable-content": 1}, "image": "https://e.com/1.jpg"}"#, false),
        (#"{"aps": {"content-available": 1}, "image": "https://e.com/1.jpg"}"#, false),
        (#"{"aps": {"alert": "a"}, "image": "cat"}"#, false),
        (#"{"aps": {"alert": "a"}, "link": "https://e.com/1.jpg"}"#, false),
        (#"{"aps": {"alert": "a"}, "avatar": "https://e.com/1.jpg"}"#, false),
        (#"{"aps": {"alert": "a"}, "article": "https://e.com/1"}"#, false),
    ])
    func `a picture needs mutable-content`(payload: String, isFound: Bool) {
        #expect(
            PayloadFindings(payload).rulesOfPayload
                == (isFound ? ["media-without-mutable-content"] : []))
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "a"}, "enc": {"ct": "abc"}}"#, true),
        (#"{"aps": {"alert": "a"}, "encrypted_payload": "bm90IHJlYWxseSBzZWNyZXQ"}"#, true),
        (#"{"aps": {"alert": "a", "mutable-content": 1}, "enc": {"ct": "abc"}}"#, false),
        (#"{"aps": {"alert": "a", "content-available": 1}, "enc": {"ct": "abc"}}"#, false),
        (#"{"aps": {"content-available": 1}, "enc": {"ct": "abc"}}"#, false),
        (#"{"aps": {"alert": "a"}, "encrypted": true, "enc": "utf-8"}"#, false),
        (#"{"aps": {"alert": "a"}, "cipher": "The Caesar cipher is old"}"#, false),
    ])
    func `encrypted content needs mutable-content`(payload: String, isFound: Bool) {
        #expect(
            PayloadFindings(payload).rulesOfPayload
                == (isFound ? ["cipher-without-mutable-content"] : []))
    }

    @Test func `a misplaced mutable-content leads to one finding only`() {
        let payload = """
            {"aps": {"alert": "a"}, "mutable-content": 1, "image": "https://e.com/1.jpg"}
            """
        #expect(PayloadFindings(payload).rulesOfPayload == ["key-outside-aps"])
    }

    @Test(arguments: [
        (#"{"aps": {"alert": "a", "url-args": []}}"#, ["website-push-incomplete"]),
        (#"{"aps": {"alert": {"title": "a"}, "url-args": ["b"]}}"#, ["website-push-incomplete"]),
        (
            #"{"aps": {"alert": {"title": "a", "body": "b", "action": "View"}, "url-args": []}}"#,
            []
        ),
        (
            #"{"aps": {"alert": {"title": "a", "body": "b", "action": "View"}}}"#,
            ["unknown-aps-key"]
        ),
    ])
    func `website pushes need a title and a body`(payload: String, rules: [String]) {
        #expect(PayloadFindings(payload).rulesOfPayload == rules)
    }
}
