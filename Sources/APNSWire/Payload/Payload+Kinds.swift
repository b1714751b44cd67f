// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// The payloads of push types that show nothing.
extension Payload {
    /// A payload that wakes the app in the background. It is for the push type
    /// ``PushType/background`` with priority 5, and consists of `{"aps":{"content-available":1}}`
    /// and the app's own keys.
    ///
    /// Source: "Pushing background updates to your App".
    public static func background(custom: JSONObject = JSONObject()) -> Payload {
        var aps = APS()
        aps.contentAvailable = true
        return Payload(aps: aps, custom: custom)
    }

    /// A payload that reloads widgets or controls. It is for the push types ``PushType/widgets``
    /// and ``PushType/controls``, and consists of `{"aps":{"content-changed":true}}`.
    ///
    /// Sources: "Updating widgets with WidgetKit push notifications", "Updating controls locally
    /// and remotely".
    public static var contentChanged: Payload {
        var aps = APS()
        aps.contentChanged = true
        return Payload(aps: aps)
    }

    /// A payload that makes a managed device contact its server. It is for the push type
    /// ``PushType/mdm``, and consists of `{"mdm":"<PushMagic>"}`.
    ///
    /// - Parameter pushMagic: the value that the device sent to its server at enrollment.
    public static func mdm(pushMagic: String) -> Payload {
        Payload(custom: ["mdm": .string(pushMagic)])
    }

    /// A payload that informs a file provider of changed files. It is for the push type
    /// ``PushType/fileprovider``, and consists of `{"container-identifier":"…","domain":"…"}`.
    ///
    /// - Parameters:
    ///   - container: the container that changed; by default, the working set.
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
