// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
import Diagnostics
import Testing

private func service(_ body: String, end: String = "fallback?()") -> [String: String] {
    [
        "Service/NotificationService.swift": """
        final class NotificationService: UNNotificationServiceExtension {
            var fallback: (() -> Void)?
            override func didReceive(
                _ request: UNNotificationRequest,
                withContentHandler contentHandler: @escaping (UNNotificationContent) -> Void
            ) {
                \(body)
            }
            override func serviceExtensionTimeWillExpire() { \(end) }
        }
        """
    ]
}

/// Stores the handler, runs other code, and may then return without calling the handler.
private let storing = """
    fallback = contentHandler
    guard Cipher.shared.open(request) else { return }
    contentHandler(request.content)
    """

/// A service that stores the handler in several properties, of which `fallback` is the last one.
private func service(storingIn count: Int) -> [String: String] {
    let names = (1..<count).map { "end\($0)" }
    let body = names.map { "\($0) = contentHandler\n" }.joined() + storing
    let properties = names.map { "var \($0): (() -> Void)?\n" }.joined() + "var fallback"
    return service(body).mapValues { $0.replacing("var fallback", with: properties) }
}

private func servicePlist(_ members: String) -> [String: String] {
    [
        "Service/Info.plist": DoctorCase.plist("<key>NSExtension</key><dict>\(members)</dict>")
    ]
}

private let point = """
    <key>NSExtensionPointIdentifier</key><string>com.apple.usernotifications.service</string>
    """

private func content(_ attributes: String) -> [String: String] {
    [
        "Content/Info.plist": DoctorCase.plist(
            """
            <key>NSExtension</key><dict>
            <key>NSExtensionPointIdentifier</key>
            <string>com.apple.usernotifications.content-extension</string>
            <key>NSExtensionPrincipalClass</key>
            <string>$(PRODUCT_MODULE_NAME).OrderViewController</string>
            <key>NSExtensionAttributes</key><dict>\(attributes)</dict></dict>
            """)
    ]
}

private let cases: [DoctorCase] = [
    .found(
        "extension-principal-class-missing", "no class and no storyboard", servicePlist(point)),
    .found(
        "extension-principal-class-missing", "a Swift class without its module name",
        servicePlist(
            point + "<key>NSExtensionPrincipalClass</key><string>NotificationService</string>")),
    .silent(
        "extension-principal-class-missing", "a class with an Objective-C name",
        servicePlist(
            point + "<key>NSExtensionPrincipalClass</key><string>NotificationService</string>")
            + [
                "Service/NotificationService.swift":
                    "@objc(NotificationService) final class NotificationService: "
                    + "UNNotificationServiceExtension {}"
            ]),
    .silent(
        "extension-principal-class-missing", "the class may be written in Objective-C",
        servicePlist(
            point + "<key>NSExtensionPrincipalClass</key><string>PushService</string>")
            + ["Service/PushService.m": "@implementation PushService @end"]),
    .found("extension-point-wrong", "no extension point", servicePlist("")),
    .silent(
        "extension-superclass-wrong", "the class inherits from a library's class",
        [
            "Service/NotificationService.swift":
                "final class NotificationService: VendorNotificationService {}"
        ]),
    .silent(
        "extension-superclass-wrong", "a base class in the checkout",
        [
            "Service/Base.swift": "class Base: UNNotificationServiceExtension {}",
            "Service/NotificationService.swift": "final class NotificationService: Base {}",
        ]),
    .found(
        "extension-time-unhandled", "the method is empty",
        service("contentHandler(request.content)", end: "")),
    .silent(
        "extension-time-unhandled", "a base class has the method",
        [
            "Service/Base.swift": """
            class Base: UNNotificationServiceExtension {
                override func serviceExtensionTimeWillExpire() { finish() }
            }
            """,
            "Service/NotificationService.swift": """
            final class NotificationService: Base {
                override func didReceive(
                    _ request: UNNotificationRequest,
                    withContentHandler done: @escaping (UNNotificationContent) -> Void
                ) { done(request.content) }
            }
            """,
        ]),
    .found("extension-handler-missed", "the handler is never called", service("print(1)")),
    .found(
        "extension-handler-missed", "a guard returns without calling the handler",
        service(
            """
            guard let url = request.url else { return }
            load(url) { contentHandler($0) }
            """)),
    .silent(
        "extension-handler-missed", "the handler is passed to another function",
        service("Loader.load(request, contentHandler)")),
    .silent(
        "extension-handler-missed", "each branch calls the handler",
        service(
            """
            if request.isPicture { load { contentHandler($0) } }
            else { contentHandler(request.content) }
            """)),
    .found(
        "extension-handler-missed", "other code cannot use the property with the handler",
        service(storing)),
    .silent(
        "extension-handler-missed", "other code uses the property with the handler",
        service(storing) + [
            "Service/Open.swift": "extension NotificationService { func open() { fallback?() } }"
        ]),
    .silent(
        "extension-handler-missed", "a library's protocol may use the property with the handler",
        service(storing) + [
            "Service/Hold.swift": "import Kit\nextension NotificationService: Holder {}"
        ]),
    .found(
        "extension-handler-missed", "the service's own protocol does not use the property",
        service(storing) + [
            "Service/Open.swift":
                "protocol Open: AnyObject, Sendable {}\nextension NotificationService: Open {}"
        ]),
    .found(
        "extension-handler-missed", "16 properties contain the handler", service(storingIn: 16)),
    .silent(
        "extension-handler-missed", "too many properties contain the handler",
        service(storingIn: 17)),
    .silent(
        "extension-handler-missed", "other code ends the service's time",
        service(storing) + [
            "Service/Open.swift":
                "func open(_ s: NotificationService) { s.serviceExtensionTimeWillExpire() }"
        ]),
    .silent(
        "extension-handler-missed", "another object stores the handler",
        service("job.fallback = contentHandler\njob.start()")),
    .silent(
        "extension-handler-missed", "a local function calls the stored handler",
        service("fallback = contentHandler\nend()\nfunc end() { fallback?() }")),
    .found(
        "extension-category-missing", "an empty array",
        content("<key>UNNotificationExtensionCategory</key><array/>")),
    .silent(
        "extension-category-missing", "one string instead of an array",
        content("<key>UNNotificationExtensionCategory</key><string>ORDER</string>")),
    .silent(
        "extension-category-unregistered", "category identifiers are computed",
        content("<key>UNNotificationExtensionCategory</key><string>PICTURE</string>") + [
            "App/OrderCategory.swift":
                "func f(_ id: String) { _ = UNNotificationCategory("
                + "identifier: id, actions: [], intentIdentifiers: []) }"
        ]),
    .found(
        "extension-category-unregistered", "another category",
        content("<key>UNNotificationExtensionCategory</key><string>PICTURE</string>")),
    .silent(
        "extension-attribute-type", "whole numbers and flags",
        content(
            """
            <key>UNNotificationExtensionCategory</key><string>ORDER</string>
            <key>UNNotificationExtensionInitialContentSizeRatio</key><integer>1</integer>
            <key>UNNotificationExtensionDefaultContentHidden</key><true/>
            """)),
    .found(
        "extension-attribute-type", "a string instead of a Boolean",
        content(
            """
            <key>UNNotificationExtensionCategory</key><string>ORDER</string>
            <key>UNNotificationExtensionDefaultContentHidden</key><string>maybe</string>
            """)),
    .silent(
        "content-extension-network", "the app uses the network, not the extension",
        ["App/Loader.swift": "let session = URLSession.shared"]),
]

@Test(arguments: cases)
func `a check of extensions is correct in edge cases`(item: DoctorCase) { item.check() }

@Test func `a finding about a method refers to the file and the line of the method`() {
    let found = DoctorCase.examine(service("print(1)")).first {
        $0.rule == "extension-handler-missed"
    }
    #expect(found?.location.file == "Service/NotificationService.swift")
    #expect(found?.location.position?.line == 3)
}
