// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire

extension CampaignForm {
    /// The body of a request with this form, without the audience if it is `nil`.
    ///
    /// - Throws: ``/APNSWire/JSONSyntaxError`` if a message is not JSON.
    public var encoded: [UInt8] {
        get throws(JSONSyntaxError) {
            var object = JSONObject()
            let texts = [
                ("name", name), ("app", app), ("audience", audience?.text),
                ("channel", channel?.text), ("environment", environment?.rawValue),
                ("local_time", localTime), ("default_time_zone", defaultTimeZone),
                ("late_zones", lateZones?.rawValue), ("at", at.map { GatewayJSON.text(of: $0) }),
                ("quiet_hours", limits.quiet?.text), ("quiet_rule", limits.quietRule?.rawValue),
                ("class", limits.messageClass),
            ]
            for case (let key, let text?) in texts { object[key] = .string(text) }
            let numbers = [
                ("per_day", limits.perDay), ("per_minute", limits.perMinute),
                ("control_percent", controlPercent == 0 ? nil : controlPercent),
                ("confirm_devices", confirmDevices),
            ]
            for case (let key, let number?) in numbers {
                object[key] = .number(JSONNumber(number))
            }
            if let winner {
                object["winner"] = [
                    "test_percent": .number(JSONNumber(winner.testPercent)),
                    "after_minutes": .number(JSONNumber(winner.afterMinutes)),
                ]
            }
            if isDraft { object["draft"] = .bool(true) }
            if isDryRun { object["dry_run"] = .bool(true) }
            if let only = variants.first, variants.count == 1 {
                object["message"] = try JSONReader.read(only.message).value
            } else {
                var list: [JSONValue] = []
                for variant in variants {
                    list.append([
                        "name": .string(variant.name), "share": .number(JSONNumber(variant.share)),
                        "message": try JSONReader.read(variant.message).value,
                    ])
                }
                object["variants"] = .array(list)
            }
            return JSONWriter.write(.object(object))
        }
    }
}

extension CampaignTime {
    /// The body of a request with this time.
    public var encoded: [UInt8] {
        var object = JSONObject()
        let texts = [
            ("at", at.map { GatewayJSON.text(of: $0) }), ("local_time", localTime),
            ("default_time_zone", defaultTimeZone), ("late_zones", lateZones?.rawValue),
        ]
        for case (let key, let text?) in texts { object[key] = .string(text) }
        if let confirmDevices {
            object["confirm_devices"] = .number(JSONNumber(confirmDevices))
        }
        return JSONWriter.write(.object(object))
    }
}

extension CampaignLimits.Quiet {
    /// The hours in the form in which a request contains them.
    public var text: String {
        switch self {
        case .off: "off"
        case .hours(let hours): hours.text
        }
    }
}

extension CampaignAudience {
    /// The audience in the form in which a request contains it: `all`, `segment:NAME` or a filter.
    public var text: String {
        switch self {
        case .all: "all"
        case .segment(let name): "segment:" + name
        case .filter(let line): line
        }
    }
}
