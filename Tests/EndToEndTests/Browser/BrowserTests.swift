// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// The page as a person uses it, in headless Chromium.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct BrowserTests {
    @Test func `a posted message appears on the Lock Screen, and a tap on it opens the app`()
        async throws
    {
        try await OpenPage.with { page in
            #expect(try await page.count("#list .note") == 0)
            #expect(try await page.text(of: "#log-empty").contains("Nothing yet"))
            let posted = try await page.gateway.post(
                "/v1/users/alex/messages", text: "Dinner is ready")
            #expect(posted.status == 202)
            try await page.wait(for: "Dinner is ready", in: "#list .note")
            #expect(
                try await page.driver.value("document.getElementById('screen').dataset.view")
                    == "lock")
            try await page.wait(for: "Dinner is ready", in: "#log")

            try await page.click("#list .note")
            try await page.wait(view: "app")
            try await page.wait(for: "in the foreground", in: "#appview")
            try await page.wait(
                for: "userNotificationCenter(_:didReceive:withCompletionHandler:)", in: "#trace")
            #expect(try await page.control.phone()["apps", 0, "state"] == "foreground")
            #expect(try await page.control.notifications() == [])
        }
    }

    @Test func `an unlocked phone shows a banner, and a tap on the banner opens the app`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
            try await page.makeBannersStay()
            try await page.post([
                "aps": ["alert": ["title": "Kitchen", "body": "Dinner"], "badge": 7]
            ])
            try await page.wait(for: "Kitchen", in: "#banner .note")
            try await page.wait("document.querySelector('.tile .badge').innerText === '7'")
            try await page.click("#banner .note")
            try await page.wait(view: "app")
            try await page.wait(
                for: "userNotificationCenter(_:didReceive:withCompletionHandler:)", in: "#trace")
            try await page.wait("!document.querySelector('#banner .note')")
        }
    }

    @Test func `buttons and keys perform their actions on the phone`() async throws {
        try await OpenPage.with { page in
            func expectState(_ state: String) async throws {
                try await page.wait(
                    "document.querySelector('[data-state=\(state)]').ariaPressed === 'true'")
                #expect(try await page.control.phone()["apps", 0, "state"] == .string(state))
            }
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
            try await page.click("[data-action=launch]")
            try await page.wait(view: "app")
            try await expectState("foreground")
            try await page.click("[data-action=background]")
            try await page.wait(view: "home")
            try await expectState("background")
            try await page.click("[data-action=quit]")
            try await expectState("force-quit")
            try await page.click("[data-action=lock]")
            try await page.wait(view: "lock")
            for (key, view) in [
                ("u", "home"), ("f", "app"), ("b", "home"), ("l", "lock"), ("u", "home"),
            ] {
                try await page.driver.press(key)
                try await page.wait(view: view)
            }
            try await page.driver.press("q")
            try await expectState("force-quit")
            try await page.click("#homebar")
            try await page.wait(view: "lock")
            // While a person writes, keys type letters instead of performing actions.
            try await page.driver.type("ul", into: "#send [name=title]")
            #expect(
                try await page.driver.value("document.querySelector('#send [name=title]').value")
                    == "ul")
            #expect(try await page.control.phone()["is_locked"] == true)
        }
    }

    @Test func `the form sends a message, and a payload file can be chosen or dropped`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.driver.type("Kitchen", into: "#send [name=title]")
            try await page.click("#send [type=submit]")
            try await page.wait(for: "accepted by the gateway for 1 device", in: "#send-result")
            try await page.wait(for: "Kitchen", in: "#list")

            try await page.driver.type(BellhopTool.example("message"), into: "#file")
            try await page.wait(
                for: "message.apns: A banner appeared on the Lock Screen", in: "#send-result")
            try await page.wait(for: "Can you ship the build before standup?", in: "#list")

            let file = try page.up.state.write("{\"aps\":", to: "half.apns")
            try await page.driver.type(file, into: "#file")
            try await page.wait("document.getElementById('send-result').dataset.kind === 'bad'")
            #expect(try await page.text(of: "#send-result").hasPrefix("half.apns: "))
            // The browser's log contains the refusal with status 422, and nothing else.
            let complaints = try await page.driver.complaints()
            #expect(complaints.count == 1 && complaints.allSatisfy { $0.contains("422") })

            let payload = "{\"aps\":{\"alert\":\"Dropped on the phone\"}}"
            _ = try await page.driver.value(
                """
                (() => {
                    const data = new DataTransfer();
                    data.items.add(new File([\(OpenPage.literal(payload))], "dropped.apns"));
                    document.getElementById("phone").dispatchEvent(
                        new DragEvent(
                            "drop", { bubbles: true, cancelable: true, dataTransfer: data }));
                })()
                """)
            try await page.wait(for: "dropped.apns: ", in: "#send-result")
            try await page.wait(for: "Dropped on the phone", in: "#list")
        }
    }

    @Test func `notifications of one thread form a stack that opens`() async throws {
        try await OpenPage.with { page in
            for goal in 1...3 {
                try await page.post([
                    "aps": [
                        "alert": ["title": "Lions", "body": .string("Goal \(goal)")],
                        "thread-id": "match",
                    ]
                ])
            }
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait(for: "2 more", in: "#list")
            try await page.wait("document.querySelectorAll('#list .note').length === 2")
            try await page.click("#list .more")
            try await page.wait(for: "Show less", in: "#list")
            #expect(try await page.count("#list .note") == 4)
            try await page.click("#list .more")
            try await page.wait(for: "2 more", in: "#list")

            let newest = try await page.text(of: "#list .group .note")
            #expect(newest.contains("Dinner"))
            _ = try await page.driver.value("document.querySelector('#list .close').focus()")
            try await page.click("#list .close")
            try await page.wait("!document.querySelector('#list').innerText.includes('Dinner')")
        }
    }

    @Test func `the browser process ends when its session ends`() async throws {
        let (port, peer) = try await WebDriver.with { driver in
            (driver.toolsPort, try await RawPeer(port: driver.toolsPort, tls: nil))
        }
        await peer.waitForEnd()
        await #expect(throws: (any Error).self) { _ = try await RawPeer(port: port, tls: nil) }
    }

    @Test func `without chromedriver, the tests say which script to run`() {
        #expect {
            try WebDriver.locate("chromedriver", in: ["/nowhere"])
        } throws: { error in
            "\(error)" == "chromedriver was not found; run scripts/setup.sh test"
        }
    }
}
