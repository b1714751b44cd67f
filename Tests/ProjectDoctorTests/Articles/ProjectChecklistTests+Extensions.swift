// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import Diagnostics
import ProjectDoctor
import Testing

private typealias Item = ProjectChecklistItem

extension ProjectChecklistTests {
    // MARK: - Extensions

    static let extensions: [ProjectChecklistItem] = [
        Item("the service extension is in the app", "extension-service-missing"),
        Item("an identifier that begins with the app's", "extension-bundle-id-not-prefixed"),
        Item("a deployment target not above the app's", "extension-deployment-target-above-app"),
        Item(
            "the expiration of the time is handled", "extension-time-unhandled",
            wrong: AppCode.service(download, expire: ""), right: AppCode.service(download)),
        Item(
            "the expiration method returns content", "extension-time-unhandled",
            wrong: AppCode.service(download, expire: "// nothing to do"),
            right: AppCode.service(
                download,
                expire: """
                    best?.body = "(encrypted)"
                    if let handler, let best { handler(best) }
                    """)),
        Item(
            "the handler is called on every path", "extension-handler-missed",
            wrong: AppCode.service("\(text) else { return }\n\(finish)"),
            right: AppCode.service(
                "\(text) else { return contentHandler(request.content) }\n\(finish)")),
        Item(
            "the handler is called when a download fails", "extension-handler-missed",
            wrong: AppCode.service(task("guard let file, error == nil else { return }")),
            right: AppCode.service(
                task(
                    "guard let file, error == nil else { return contentHandler(request.content) }"))
        ),
        Item(
            "a picture's file extension matches its type", "attachment-type-unknown",
            wrong: AppCode.service(attachment(move: "", "file")),
            right: AppCode.service(
                attachment(
                    move: """
                        let place = FileManager.default.temporaryDirectory
                            .appendingPathComponent(UUID().uuidString)
                            .appendingPathExtension("jpg")
                        try? FileManager.default.moveItem(at: file, to: place)
                        """, "place"))),
        Item("the content extension's category", "extension-category-missing"),
        Item("a category that is registered", "extension-category-unregistered"),
        Item("one string or a list of strings", "extension-attribute-type"),
        Item("a content extension without network access", "content-extension-network"),
    ]

    private static let download =
        "Task { contentHandler(await Pictures.shared.content(for: request)) }"

    private static let text =
        "guard let best, let text = request.content.userInfo[\"cipher\"] as? String"

    private static let finish = "best.body = text\ncontentHandler(best)"

    private static func task(_ condition: String) -> String {
        """
        let task = URLSession.shared.downloadTask(with: Server.pictureURL) { file, _, error in
            \(condition)
            Pictures.shared.keep(file)
            contentHandler(request.content)
        }
        task.resume()
        """
    }

    private static func attachment(move: String, _ name: String) -> String {
        """
        let task = URLSession.shared.downloadTask(with: Server.pictureURL) { file, _, error in
            guard let file, error == nil, let best = self.best else {
                return contentHandler(request.content)
            }
            \(move)
            if let picture = try? UNNotificationAttachment(
                identifier: "picture", url: \(name), options: nil)
            {
                best.attachments = [picture]
            }
            contentHandler(best)
        }
        task.resume()
        """
    }

    // MARK: - Keys, hosts and Firebase

    static let other: [ProjectChecklistItem] = [
        Item("the host by the token's environment", "apns-host-hard-coded"),
        Item("no key in the app", "signing-key-in-app"),
        Item("no key in the checkout", "signing-key-in-checkout"),
        Item("no key in the source", "signing-key-in-source"),
        Item("Firebase does not replace the app's methods", "firebase-proxy-on"),
        Item("Firebase receives the token", "firebase-apns-token-missing"),
    ]
}
