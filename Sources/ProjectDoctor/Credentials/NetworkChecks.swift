// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Diagnostics

extension CredentialCheck {
    /// The smallest clock difference that is reported, in seconds.
    static let clockSkewSecondsNoted = 60.0
    /// The clock difference in seconds from which APNs would consider a new provider token expired
    /// within 20 minutes.
    static let clockSkewSecondsMax = 40.0 * 60

    static let clockSkew = CredentialCheck(
        "clock-skew", .error, "this machine's clock is wrong",
        why: "APNs compares iat with its own clock: a token must be less than an hour old, and not "
            + "from the future. If the clock is wrong, APNs rejects even new tokens.",
        remedy: "set the clock, and synchronize it with NTP",
        wrong: "bellhop doctor --to sandbox (on a machine whose clock is two hours slow)",
        right: "bellhop doctor --to sandbox",
        claim: .documented("Establishing a token-based connection to APNs")
    ) { facts, report in
        let location = Diagnostic.Location(file: "this machine")
        if let failure = facts.clockFailure {
            report.add(
                "the time could not be requested: \(failure)", at: location,
                remedy: "run `date -u` to check the clock yourself", severity: .note)
        }
        guard let skew = facts.clockSkewSeconds else { return }
        let size = abs(skew)
        let amount =
            size < 120
            ? "\(Int(saturating: size)) seconds" : "\(Int(saturating: size / 60)) minutes"
        report.markExamined(size < 2 ? "correct" : "\(amount) \(skew > 0 ? "fast" : "slow")")
        guard size >= clockSkewSecondsNoted else { return }
        report.add(
            "this machine's clock is \(amount) \(skew > 0 ? "fast" : "slow")", at: location,
            severity: size >= clockSkewSecondsMax ? .error : .warning)
    }

    static let hostUnreachable = CredentialCheck(
        "host-unreachable", .error, "APNs cannot be reached from this machine",
        why: "A sender needs TLS with HTTP/2 to port 443 or 2197 of APNs, without a proxy that "
            + "decrypts the connection. Many company networks block these ports or have such a "
            + "proxy.",
        remedy: "allow outgoing connections to port 443 or 2197, and HTTP/2 (ALPN h2)",
        wrong: "bellhop doctor --host api.push.apple.invalid --port 443",
        right: "bellhop doctor --to production",
        claim: .documented("Establishing a connection to APNs")
    ) { facts, report in
        let reached = facts.reaches.filter { $0.failure == nil }
        for reach in facts.reaches {
            report.markExamined("\(reach.host):\(reach.port)")
            guard let failure = reach.failure else { continue }
            // It is sufficient if one port can be reached. A failure of the other port is only a
            // note.
            report.add(
                "\(reach.host):\(reach.port): \(failure)", at: Diagnostic.Location(file: "network"),
                severity: reached.isEmpty ? .error : .note)
        }
    }

    static let liveRequest = CredentialCheck(
        "live-request", .error, "APNs rejects the credentials",
        why: "APNs checks the credentials before the device token. If it returns BadDeviceToken "
            + "for an invented token, then the key, the team and the environment are valid.",
        remedy: "run `bellhop explain --reason NAME` to see what the reason means",
        wrong:
            "bellhop doctor --live --key AuthKey_ABC123DEFG.p8 --team-id WRONG12345 --to sandbox",
        right:
            "bellhop doctor --live --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456 --to sandbox",
        claim: .measured(
            "comparison of requests with a valid and with an invalid provider token to an invented "
                + "device token")
    ) { facts, report in
        guard let result = facts.liveResult else { return }
        let location = Diagnostic.Location(file: "APNs")
        switch result {
        case .rejected(.badDeviceToken):
            report.markExamined(
                "BadDeviceToken for a made-up token shows that the credentials are valid")
        case .rejected(.topicDisallowed) where facts.topic == nil:
            // The request had a placeholder topic. APNs checks the credentials before the topic, so
            // a rejected topic means that the credentials are valid.
            report.markExamined("the key is valid; to check an app, add --topic")
        case .rejected(let reason):
            let meaning = reason.row.map { ": \($0.meaning)" } ?? ""
            report.add(
                "\(reason.status) \(reason.rawValue)\(meaning)", at: location,
                remedy: (reason.row.map { $0.remedy + "; " } ?? "")
                    + "for more, run `bellhop explain --reason \(reason.rawValue)`")
        case .accepted:
            report.add(
                "an invented token was accepted, so this is not Apple's APNs", at: location,
                severity: .warning)
        case .none(let failure): report.add("no response: \(failure)", at: location, remedy: "")
        }
    }
}
