// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

// Encodes typed fields as bytes for sending, without an intermediate JSONObject. The result is
// identical to that of `object` and JSONWriter.
extension Payload {
    /// Appends the bytes that are sent: compact JSON, `aps` first.
    ///
    /// The payloads of many notifications can be appended to one array.
    public func append(to bytes: inout [UInt8]) {
        JSONWriter.append(to: &bytes, expecting: byteCountHint) {
            output throws(JSONWriter.NoRoom) in
            try output.openObject()
            if hasAPS {
                try output.key(#""aps":"#)
                try fields.write(to: &output)
                try output.put(",")
            }
            try output.members(of: custom)
            try output.closeObject()
        }
    }

    /// The approximate number of bytes that are written; escapes are not counted.
    private var byteCountHint: Int {
        (hasAPS ? fields.byteCountHint : 0) + (custom.isEmpty ? 0 : custom.byteCountHint) + 16
    }
}

extension APS {
    /// Appends the object with its keys in the order of ``APSKey``.
    func write(to output: inout OutputSpan<UInt8>) throws(JSONWriter.NoRoom) {
        try output.openObject()
        if alertForm != .absent {
            try output.key(#""alert":"#)
            if alertForm == .text {
                try alertFields.writeBody(to: &output)
            } else {
                try alertFields.write(to: &output)
            }
            try output.put(",")
        }
        try output.member(#""badge":"#, badge)
        if let sound {
            try output.key(#""sound":"#)
            try sound.write(to: &output)
            try output.put(",")
        }
        try output.member(#""thread-id":"#, threadID)
        try output.member(#""category":"#, category)
        try output.member(#""content-available":"#, flag: contentAvailable)
        try output.member(#""mutable-content":"#, flag: mutableContent)
        let rare = rareFields
        if let rare { try output.member(#""target-content-id":"#, rare.targetContentID) }
        try output.member(#""interruption-level":"#, interruptionLevel?.rawValue)
        if let rare { try rare.writeRest(to: &output) }
        try output.closeObject()
    }

    fileprivate var byteCountHint: Int {
        var count = 192 + alertFields.byteCountHint
        count += (threadID?.utf8.count ?? 0) + (category?.utf8.count ?? 0)
        if let rare = rareFields {
            count += 320 + rare.other.byteCountHint
            count += rare.liveActivity.contentState?.byteCountHint ?? 0
            count += rare.liveActivity.attributes?.byteCountHint ?? 0
        }
        return count
    }
}

extension APS.RareFields {
    /// Writes Apple's keys that follow `interruption-level`, and then all other keys.
    fileprivate func writeRest(
        to output: inout OutputSpan<UInt8>
    ) throws(JSONWriter.NoRoom) {
        try output.member(#""relevance-score":"#, relevanceScore)
        try output.member(#""filter-criteria":"#, filterCriteria)
        try output.member(#""url-args":"#, urlArguments)
        if let contentChanged {
            try output.key(#""content-changed":"#)
            try output.put(contentChanged ? "true," : "false,")
        }
        try liveActivity.write(to: &output)
        try output.members(of: other)
    }
}

extension LiveActivityFields {
    fileprivate func write(to output: inout OutputSpan<UInt8>) throws(JSONWriter.NoRoom) {
        try output.member(#""timestamp":"#, timestamp)
        try output.member(#""event":"#, event?.rawValue)
        try output.member(#""content-state":"#, contentState)
        try output.member(#""stale-date":"#, staleDate)
        try output.member(#""dismissal-date":"#, dismissalDate)
        try output.member(#""attributes-type":"#, attributesType)
        try output.member(#""attributes":"#, attributes)
        try output.member(#""input-push-token":"#, flag: inputPushToken)
        try output.member(#""input-push-channel":"#, inputPushChannel)
    }
}
