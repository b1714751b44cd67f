// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The payloads of push types that show nothing.
extension Payload {
    /// A payload that wakes the app in the background: push type ``PushType/background``, priority
    /// 5. `{"aps":{"content-available":1}}` and the app's own keys.
    ///
    /// Source: "Pushing background updates to your App".
    public static func background(custom: JSONObject = JSONObject()) -> Payload {
        var aps = APS()
        aps.contentAvailable = true
        return Payload(aps: aps, custom: custom)
    }

    /// A payload that reloads widgets or controls: push types ``PushType/widgets`` and
    /// ``PushType/controls``. `{"aps":{"content-changed":true}}`.
    ///
    /// Source: "Updating widgets with WidgetKit push notifications", "Updating controls locally
    /// and remotely".
    public static var contentChanged: Payload {
        var aps = APS()
        aps.contentChanged = true
        return Payload(aps: aps)
    }

    /// A payload that makes a managed device contact its server: push type ``PushType/mdm``.
    /// `{"mdm":"<PushMagic>"}`.
    ///
    /// - Parameter pushMagic: the value that the device gave its server at enrollment.
    public static func mdm(pushMagic: String) -> Payload {
        Payload(custom: ["mdm": .string(pushMagic)])
    }

    /// A payload that informs a file provider of changed files: push type
    /// ``PushType/fileprovider``. `{"container-identifier":"…","domain":"…"}`.
    ///
    /// - Parameters:
    ///   - container: the container that changed; by default the working set.
    ///   - domain: the identifier of the domain; `nil` for a provider without domains.
    public static func fileProvider(
        container: String = "NSFileProviderWorkingSetContainerItemIdentifier",
        domain: String? = nil
    ) -> Payload {
        var custom: JSONObject = ["container-identifier": .string(container)]
        if let domain { custom["domain"] = .string(domain) }
        return Payload(custom: custom)
    }
}
