// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSAuth
import APNSWire
import Diagnostics

#if canImport(FoundationEssentials)
import FoundationEssentials
#else
import Foundation
#endif

extension CredentialCheck {
    static let keyUnusable = CredentialCheck(
        "key-unusable", .error, "the key file does not contain a usable key",
        why:
            "Provider tokens are signed with ES256, so APNs accepts only EC keys on P-256. For "
            + "tokens signed with any other key it returns InvalidProviderToken.",
        remedy: "use the AuthKey_….p8 file as downloaded from Apple's developer site",
        wrong: "bellhop doctor --key aps.cer --key-id ABC123DEFG --team-id TEAM123456",
        right: "bellhop doctor --key AuthKey_ABC123DEFG.p8 --team-id TEAM123456",
        claim: .documented("Establishing a token-based connection to APNs")
    ) { facts, report in
        guard let file = facts.keyFile else { return }
        report.markExamined(file.path)
        // The check after this one reports an invalid identifier.
        if case .failure(let error) = file.key, !error.isAboutIdentifier {
            report.add(
                error.description, at: Diagnostic.Location(file: file.path), remedy: "")
        }
    }

    static let keyIdentifier = CredentialCheck(
        "key-identifier", .error, "the key ID or the team ID does not match the key",
        why: "APNs looks up the key by kid and the team by iss. If one of them is wrong, it cannot "
            + "verify the signature and returns InvalidProviderToken.",
        remedy:
            "copy both from Apple's developer site: the key ID is under Keys, the team ID under "
            + "Membership",
        wrong:
            "bellhop doctor --key AuthKey_ABC123DEFG.p8 --key-id ZZZ999ZZZ9 --team-id TEAM123456",
        right:
            "bellhop doctor --key AuthKey_ABC123DEFG.p8 --key-id ABC123DEFG --team-id TEAM123456",
        claim: .documented("Establishing a token-based connection to APNs")
    ) { facts, report in
        guard let file = facts.keyFile else { return }
        let location = Diagnostic.Location(file: file.path)
        report.markExamined("key \(facts.keyID ?? "?") of team \(facts.teamID ?? "?")")
        if case .failure(let error) = file.key, error.isAboutIdentifier {
            report.add(error.description, at: location, remedy: "")
        }
        if let inName = file.keyIDInName, let given = facts.keyID, inName != given {
            report.add(
                "the file name contains the key ID \(inName), but \(given) was given", at: location)
        }
        if let keyID = facts.keyID, keyID == facts.teamID {
            report.add("the key ID and the team ID are the same", at: location)
        }
    }

    static let providerToken = CredentialCheck(
        "provider-token", .error, "APNs would reject the provider token",
        why: "A provider token must be less than an hour old, name the key and the team, and be "
            + "signed with ES256. Otherwise APNs returns ExpiredProviderToken or "
            + "InvalidProviderToken.",
        remedy: "sign a new token every 20 to 60 minutes, on a machine with the correct time",
        wrong: "bellhop doctor --provider-token \"$(cat yesterday.jwt)\"",
        right: "bellhop doctor --provider-token \"$(bellhop token mint)\"",
        claim: .documented("Establishing a token-based connection to APNs")
    ) { facts, report in
        guard let token = facts.providerToken else { return }
        let location = Diagnostic.Location(file: "provider token")
        switch token {
        case .failure(let error): report.add(error.description, at: location, remedy: "")
        case .success(let token):
            if let issued = token.issuedAt {
                let minutes = facts.now.timeIntervalSince(issued) / 60
                report.markExamined("\(Int(saturating: minutes)) minutes old")
            }
            let key = try? facts.keyFile?.key.get()
            for problem in token.faults(key: key?.publicKey, now: facts.now) {
                report.add(problem, at: location)
            }
            if let teamID = facts.teamID, let iss = token.teamID, iss != teamID {
                report.add("iss is \(iss.prefix(24)), but the team ID is \(teamID)", at: location)
            }
            if let keyID = facts.keyID, let kid = token.keyID, kid != keyID {
                report.add("kid is \(kid.prefix(24)), but the key ID is \(keyID)", at: location)
            }
        }
    }
}

extension ProviderKeyError {
    var isAboutIdentifier: Bool { if case .badIdentifier = self { true } else { false } }
}
