// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

// Complete payloads.
extension Sealer {
    /// The default payload key of the sealed message. The kit looks for this key first.
    public static let payloadKey = "enc"

    /// Makes the payload of an alert push: a neutral text that anyone may read, the sealed message,
    /// and `mutable-content`, so that iOS passes the push to the service extension.
    ///
    /// - Parameters:
    ///   - fallback: the alert shown when the message cannot be opened, for instance before the
    ///     phone was first unlocked. Keys of the app's localized strings are best (`title-loc-key`,
    ///     `loc-key`). The alert is sent unencrypted and must not reveal anything.
    ///   - base: the other parts of the payload, such as `sound`, `badge` and the app's own keys,
    ///     all unencrypted. The alert in `base` is replaced by the fallback.
    ///   - key: the payload key of the sealed message.
    ///   - byteCountMax: the maximum size, ``SealLimits/payloadByteCountMax`` by default.
    /// - Throws: ``SealError``; ``SealError/payloadTooLong(_:)`` has the excess and its causes.
    public func payload(
        for content: SealedContent, fallback: Alert, base: Payload = Payload(),
        key: String = payloadKey, byteCountMax: Int = SealLimits.payloadByteCountMax
    ) throws(SealError) -> Payload {
        guard fallback.hasText else { throw .fallbackHasNoText }
        let budget = try budget(
            for: content, fallback: fallback, base: base, key: key, byteCountMax: byteCountMax)
        guard budget.excessByteCount == 0 else { throw .payloadTooLong(budget) }
        var payload = Self.shell(fallback, base)
        payload.custom[key] = .object(
            try seal(content, byteCountMax: budget.contentByteCountMax).json)
        return payload
    }

    /// Returns the maximum size that the content can have in a payload that
    /// ``payload(for:fallback:base:key:byteCountMax:)`` makes, in bytes of the content's JSON.
    public func contentByteCountMax(
        of content: SealedContent, fallback: Alert, base: Payload = Payload(),
        key: String = payloadKey, byteCountMax: Int = SealLimits.payloadByteCountMax
    ) throws(SealError) -> Int {
        try budget(
            for: content, fallback: fallback, base: base, key: key, byteCountMax: byteCountMax
        ).contentByteCountMax
    }

    private func budget(
        for content: SealedContent, fallback: Alert, base: Payload, key: String, byteCountMax: Int
    ) throws(SealError) -> SealBudget {
        let shell = Self.shell(fallback, base)
        var payload = shell
        let envelope = try envelope(of: content)
        payload.custom[key] = .object(envelope.json)
        let visible = shell.encoded.count
        let json = try content.json()
        return SealBudget(
            byteCountMax: byteCountMax, visibleByteCount: visible,
            envelopeByteCount: payload.encoded.count - visible,
            contentByteCount: JSONWriter.write(.object(json)).count, suite: envelope.suite,
            largestMember: SealBudget.largestMember(of: json))
    }

    private static func shell(_ fallback: Alert, _ base: Payload) -> Payload {
        var payload = base
        var aps = base.aps ?? APS()
        aps.alert = fallback
        aps.mutableContent = true
        payload.aps = aps
        return payload
    }
}
