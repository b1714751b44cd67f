// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import Testing

private let attach = "try? UNNotificationAttachment(identifier: \"\", url: file, options: nil)"
private let task = "session.downloadTask(with: url) { file, _, _ in\n"
private let load = "let (file, _) = try await session.download"
private let isDismissed = "response.actionIdentifier == UNNotificationDismissActionIdentifier"
private let isKept = "response.actionIdentifier != UNNotificationDismissActionIdentifier"
private let dismissed = "case UNNotificationDismissActionIdentifier: "
private let response = "switch response.actionIdentifier {\n"

@Test(arguments: [
    ("\(task)use(\(attach)) }", 1),
    (
        "\(task)guard let file else { return }\nuse(\(attach)) }",
        1
    ),
    ("\(task)if let file { use(\(attach)) } }", 1),
    ("\(load)(from: url)\nuse(\(attach))", 1),
    (
        "\(load)(for: request)\nif ok { use(\(attach)) }",
        1
    ),
    // The file was moved to another name, or `file` is not the downloaded file.
    ("let (file, _) = try await download(from: url)\nlet file = named(file)\nuse(\(attach))", 0),
    ("\(task)let file = move(file)\nuse(\(attach)) }", 0),
    (
        "\(task)guard let file = move(file) else { return }\nuse(\(attach)) }", 0
    ),
    (
        "\(task)if let file = move(file) { use(\(attach)) } }",
        0
    ),
    ("var (file, _) = try await session.download(from: url)\nfile = move(file)\nuse(\(attach))", 0),
    ("load { file, _, _ in use(\(attach)) }", 0),
    ("let file = Bundle.main.url(forResource: \"a\", withExtension: \"jpg\")!\nuse(\(attach))", 0),
    ("func make(file: URL) { use(\(attach)) }", 0),
    (
        "\(load)(from: url)\nuse(try UNNotificationAttachment("
            + "identifier: \"\", url: file, "
            + "options: [UNNotificationAttachmentOptionsTypeHintKey: k]))",
        0
    ),
    (
        "\(load)(from: url)\n"
            + "use(try UNNotificationAttachment(identifier: \"\", url: file, options: options))", 0
    ),
])
func `a download that is attached under its original name is found`(body: String, count: Int) {
    let code = "import UserNotifications\nfunc f() async throws {\n\(body)\n}"
    let files = ["App/Code.swift": code]
    let found = DoctorCase.examine(files).filter { $0.rule == "attachment-type-unknown" }
    #expect(found.count == count)
}

@Test(arguments: [
    ("\(response)\(dismissed)count()\ndefault: open() }", 1),
    ("if \(isDismissed) { count() }", 1),
    ("\(response)\(dismissed)break\ndefault: open() }", 0),
    (
        "\(response)\(dismissed)completionHandler()\ndefault: open() }",
        0
    ),
    (
        "\(response)case UNNotificationDefaultActionIdentifier, "
            + "UNNotificationDismissActionIdentifier: open()\ndefault: act() }", 0
    ),
    (
        "guard \(isKept) else { return }\nopen()",
        0
    ),
    ("if \(isKept) { open() }", 0),
])
func `code for dismissals that the system does not send is found`(body: String, count: Int) {
    let code = """
        import UserNotifications
        class Delegate: NSObject, UNUserNotificationCenterDelegate {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter, didReceive response: UNNotificationResponse
        ) async {
        \(body)
        }
        }
        """
    #expect(BareApp.lines("dismiss-action-unsent", in: code).count == count)
    let asked = code + "\nlet options: [UNNotificationCategoryOptions] = [.customDismissAction]"
    #expect(BareApp.lines("dismiss-action-unsent", in: asked) == [])
}

@Test(arguments: [
    ("let b = UNNotificationAction(identifier: \"A\", title: \"A\")", "", "warning"),
    ("", "", "note"),
    (
        "let b = UNNotificationAction(identifier: \"A\", title: \"A\")",
        "import OneSignalFramework", ""
    ),
    (
        "let b = UNNotificationAction(identifier: \"A\", title: \"A\")", "import FirebaseMessaging",
        ""
    ),
])
func `buttons that nothing handles are found`(buttons: String, imports: String, severity: String) {
    let code = """
        import UserNotifications
        \(imports)
        class Delegate: NSObject, UNUserNotificationCenterDelegate {
        func userNotificationCenter(
            _ center: UNUserNotificationCenter, willPresent notification: UNNotification
        ) async -> UNNotificationPresentationOptions { [.banner, .list] }
        }
        \(buttons)
        """
    let found = BareApp.findings(["App/Code.swift": code]).filter {
        $0.rule == "response-unhandled"
    }
    #expect(found.map(\.severity.rawValue).joined() == severity)
}

@Test(arguments: [
    ("options: [.alert, .providesAppNotificationSettings]", 1),
    ("options: UNAuthorizationOptions.providesAppNotificationSettings", 1),
    ("options: [.alert]) ; use(settings.providesAppNotificationSettings", 0),
])
func `a link from Settings that nothing handles is found`(arguments: String, count: Int) {
    let code = """
        import UserNotifications
        func ask() async throws {
            try await UNUserNotificationCenter.current().requestAuthorization(\(arguments))
        }
        """
    #expect(BareApp.lines("settings-link-unhandled", in: code).count == count)
}
