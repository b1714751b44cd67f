// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

public import APNSWire

// The whole payload.
extension Sealer {
    /// The key of the payload that the kit looks under first.
    public static let payloadKey = "enc"

    /// Makes the payload of an alert push: a neutral text for everybody, the sealed message, and
    /// `mutable-content`, so that iOS hands it to the service extension.
    ///
    /// - Parameters:
    ///   - fallback: what the person sees when the message cannot be opened, for instance before
    ///     the phone was first unlocked. Keys of the app's localized strings are best
    ///     (`title-loc-key`, `loc-key`). It travels in the clear: it must tell nothing.
    ///   - base: what the payload has besides: `sound`, `badge`, the app's own keys, all in the
    ///     clear. Its alert is replaced by the fallback.
    ///   - key: the key of the payload.
    ///   - byteCountMax: what APNs takes, default ``SealLimits/payloadByteCountMax``.
    /// - Throws: ``SealError``; ``SealError/payloadTooLong(_:)`` says by how much and why.
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

    /// Says how long the content of such a payload may be, in bytes of its JSON.
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
