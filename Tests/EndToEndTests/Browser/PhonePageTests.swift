// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Testing

/// What a person does with the phone on the page, and sees there.
@Suite(.serialized, .timeLimit(.minutes(30)))
struct PhonePageTests {
    @Test(arguments: [("allow", "authorized"), ("dont-allow", "denied")])
    func `AUTH-2, AUTH-3: a prompt is answered by a click`(
        answer: String, authorization: String
    ) async throws {
        try await OpenPage.with { page in
            try await page.control.act("unlock")
            try await page.changeState { state in
                state["prompts"] = [
                    [
                        "id": 1, "kind": "notifications", "bundle_id": "dev.bellhop.demo",
                        "options": 7, "follows": [],
                    ]
                ]
                state["last_prompt_id"] = 1
            }
            try await page.wait(for: "Would Like to Send You Notifications", in: "#prompt-card")
            try await page.driver.screenshot("phone-prompt-\(answer)")
            try await page.click("[data-answer=\(answer)]")
            try await page.wait("document.getElementById('prompt').hidden")
            #expect(
                try await page.control.phone()["apps", 0, "authorization"]
                    == .string(authorization))
        }
    }

    @Test func `RSP-5: a reply typed into the long look reaches the app`() async throws {
        try await OpenPage.with { page in
            _ = try await page.up.bellhop(["push", BellhopTool.example("email")])
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
            try await page.driver.press("n")
            try await page.wait(for: "Priya Raman", in: "#list .note")
            try await page.click("#list .open")
            try await page.wait(for: "Trash", in: "#longlook .destructive")
            try await page.driver.screenshot("phone-long-look")
            try await page.click("#longlook [data-button=REPLY]")
            try await page.driver.type("On my way", into: "#longlook .reply input")
            // Text that is being typed survives changes of the phone.
            try await page.click("[data-set=mute]")
            try await page.wait("!document.getElementById('status-mute').hidden")
            #expect(
                try await page.driver.value(
                    "document.querySelector('#longlook .reply input').value") == "On my way")
            try await page.click("#longlook .reply [type=submit]")
            try await page.wait(for: "“On my way”", in: "#trace")
            try await page.wait(for: "RSP-5", in: "#trace")
            try await page.wait("document.getElementById('longlook').hidden")
        }
    }

    @Test func `INT-1: a Focus silences apps that its list does not allow, and the page says so`()
        async throws
    {
        try await OpenPage.with { page in
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
            try await page.click("#focus [data-value=Work]")
            try await page.wait(for: "Work: notifications arrive without banner", in: "#hint")
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait(for: "INT-1", in: "#log")
            #expect(try await page.count("#banner .note") == 0)
            // The log does not show the notification as presented.
            try await page.wait(for: "silenced by a Focus", in: "#log li.quiet .fate")
            try await page.wait(for: "Dinner is ready", in: "#log li.quiet .subject-line")
            try await page.driver.press("n")
            try await page.wait(for: "Silenced by Work", in: "#list .note .mark.quiet")
            try await page.driver.press("n")
            try await page.wait(view: "home")
            try await page.click("#focus-apps input")
            try await page.wait("document.querySelector('#focus-apps input').checked")
            try await page.wait("document.getElementById('hint').innerText === ''")
            try await page.makeBannersStay()
            try await page.post(title: "Kitchen", body: "Dessert")
            try await page.wait(for: "Dessert", in: "#banner .note")
            #expect(try await page.count("#log li.quiet") == 1)
            try await page.click("[data-action=lock]")
            try await page.wait(for: "Work", in: "#lock-focus")
            try await page.driver.screenshot("phone-focus")
            try await page.click("#focus [data-value=off]")
            try await page.wait("document.getElementById('lock-focus').hidden")
        }
    }

    @Test func `LA-14: a Live Activity starts, changes, alerts, and is removed`() async throws {
        try await OpenPage.with { page in
            let start = try await page.up.bellhop(
                ["push", BellhopTool.example("live-activity-start")])
            #expect(start.status == 0, "\(start)")
            try await page.wait(for: "Lions", in: "#list .activity")
            try await page.wait(for: "home", in: "#list .activity")
            try await page.driver.screenshot("phone-activity-lock")
            try await page.click("[data-action=unlock]")
            try await page.wait("document.getElementById('island').dataset.view === 'compact'")
            try await page.wait(for: "0–0", in: "#island")
            let update = try await page.up.bellhop(
                ["push", BellhopTool.example("live-activity-update")])
            #expect(update.status == 0, "\(update)")
            // An update with an alert expands the Dynamic Island until a person collapses it.
            try await page.wait(for: "08:12", in: "#island-expanded")
            // The alert names its texts by keys of the app's strings.
            try await page.wait(for: "Lions score", in: "#island-expanded .activity-alert")
            try await page.wait(for: "It is 7 : 3 now", in: "#island-expanded .activity-alert")
            #expect(try await page.text(of: "#island-expanded .pill") == "live")
            #expect(try await page.text(of: "#island-expanded .activity-head b") == "Corner")
            try await page.driver.screenshot("phone-island-expanded")
            try await page.driver.press("i")
            try await page.wait("document.getElementById('island-expanded').hidden")
            try await page.wait(for: "7–3", in: "#island")
            try await page.driver.press("i")
            try await page.wait(for: "7", in: "#island-expanded")
            try await page.click("#island-expanded button")
            try await page.wait(view: "app")
            try await page.wait("document.getElementById('island').dataset.view === 'empty'")
            try await page.click("[data-action=lock]")
            try await page.wait(for: "2nd", in: "#list .activity")
            try await page.click("#list .activity .close")
            try await page.wait("!document.querySelector('#list .activity')")
            let left = try await page.control.phone()["activities"]?.arrayValue ?? []
            #expect(left.allSatisfy { $0["state"] == "dismissed" }, "\(left)")
        }
    }

    @Test(arguments: [("Keep", "authorized"), ("Turn Off", "denied")])
    func `AUTH-7, AUTH-8: provisional notifications are kept or turned off`(
        choice: String, authorization: String
    ) async throws {
        try await OpenPage.with { page in
            try await page.control.act("authorization", ["value": "provisional"])
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait(for: "Turn Off", in: "#list .keep")
            try await page.driver.screenshot("phone-provisional")
            let position = choice == "Keep" ? "first" : "last"
            try await page.click("#list .keep button:\(position)-child")
            try await page.wait("!document.querySelector('#list .keep')")
            #expect(
                try await page.control.phone()["apps", 0, "authorization"]
                    == .string(authorization))
        }
    }

    @Test func `INT-14: previews are hidden when nobody looks at a locked phone`() async throws {
        try await OpenPage.with { page in
            try await page.post(title: "Kitchen", body: "Dinner is ready")
            try await page.wait(for: "Dinner is ready", in: "#list .note")
            try await page.click("#looking")
            try await page.wait(for: "Notification", in: "#list .note")
            #expect(try await page.text(of: "#list").contains("Dinner") == false)
            try await page.driver.screenshot("phone-hidden-previews")
            try await page.click("#looking")
            try await page.wait(for: "Dinner is ready", in: "#list .note")
            try await page.click("[data-set=previews] option[value=never]")
            try await page.wait("!document.querySelector('#list').innerText.includes('Dinner')")
        }
    }

    @Test func `a rule is explained while its mark has the keyboard focus`() async throws {
        try await OpenPage.with { page in
            _ = try await page.up.bellhop(["push", BellhopTool.example("message")])
            try await page.wait("document.querySelector('#log .rule')")
            _ = try await page.driver.value("document.querySelector('#log .rule').focus()")
            try await page.wait("!document.getElementById('tip').hidden")
            #expect(try await page.text(of: "#tip").contains("documented by Apple"))
            _ = try await page.driver.value("document.activeElement.blur()")
            try await page.wait("document.getElementById('tip').hidden")
        }
    }

    @Test func `a second phone can be selected, and actions then apply to it`() async throws {
        try await OpenPage.with { page in
            let made = try await page.up.bellhop(
                ["device", "create", "Sam's iPhone", "--permission", "denied"])
            #expect(made.status == 0, "\(made)")
            try await page.wait("document.querySelectorAll('#phones option').length === 2")
            try await page.click("#phones option:last-child")
            try await page.wait(for: "Sam's iPhone", in: "#phone-name")
            try await page.wait(for: "Notifications are denied", in: "#hint")
            try await page.click("[data-action=unlock]")
            try await page.wait(view: "home")
            #expect(try await page.control.phone("Sam%27s%20iPhone")["is_locked"] == false)
            #expect(try await page.control.phone("Alex%27s%20iPhone")["is_locked"] == true)
            let removed = try await page.up.bellhop(["device", "remove", "Sam's iPhone"])
            #expect(removed.status == 0, "\(removed)")
            try await page.wait(for: "Alex's iPhone", in: "#phone-name")
        }
    }
}
