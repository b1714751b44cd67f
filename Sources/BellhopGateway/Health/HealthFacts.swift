// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import GatewayAPI

/// The facts from which the gateway's health is derived, without I/O. Everyone may read the texts,
/// so they contain no names of apps, hosts or files.
struct HealthFacts: Sendable {
    /// The facts about the node that sends campaigns.
    struct Campaigns: Sendable {
        var isStoreFailing: Bool
        var hasEnded: Bool
    }

    /// The problem of the storage; `nil` if the storage works.
    var storeProblem: GatewayStoreError.Code?
    var worker: WorkerReport
    /// The facts about the campaigns; `nil` if the gateway does not support campaigns.
    var campaigns: Campaigns?
    /// The number of apps with secrets that the master key does not open.
    var lockedAppCount = 0
    /// The number of apps whose certificates have expired; `expiring` is the number of apps whose
    /// certificates will expire within 30 days.
    var expired = 0
    var expiring = 0
    /// Whether the gateway will stop soon.
    var isDraining: Bool

    var resource: HealthResource {
        HealthResource(
            parts: [
                database, schema, workerPart, campaignsPart, apns, credentials, draining,
            ].compactMap { $0 })
    }

    private var database: HealthPart {
        guard let storeProblem, !storeProblem.isAboutSchema else {
            return HealthPart(.database, .ok)
        }
        return HealthPart(
            .database, .failing, detail: storeProblem.row.what, fix: storeProblem.row.fix)
    }

    private var schema: HealthPart {
        guard let storeProblem, storeProblem.isAboutSchema else { return HealthPart(.schema, .ok) }
        return HealthPart(
            .schema, .failing, detail: storeProblem.row.what, fix: storeProblem.row.fix)
    }

    private var workerPart: HealthPart {
        if worker.isRunning { return HealthPart(.worker, .ok) }
        switch worker.condition {
        case .notStarted:
            return HealthPart(
                .worker, .starting, detail: "the worker has not started yet",
                fix: "wait; if the worker has not started after a minute, see the gateway's log")
        case .running:
            return HealthPart(
                .worker, .failing,
                detail: "the worker has not looked for work for "
                    + "\(WorkerReport.turnTime.components.seconds) seconds",
                fix: "see the gateway's log; if the database works, restart the gateway")
        case .ended:
            return HealthPart(
                .worker, .failing, detail: "the worker has ended",
                fix: "restart the gateway; its log says why the worker ended")
        }
    }

    private var campaignsPart: HealthPart? {
        guard let campaigns else { return nil }
        if campaigns.hasEnded {
            return HealthPart(
                .campaigns, .failing, detail: "the node that sends campaigns has ended",
                fix: "restart the gateway; its log says why the node ended")
        }
        guard campaigns.isStoreFailing else { return HealthPart(.campaigns, .ok) }
        return HealthPart(
            .campaigns, .failing,
            detail: "outcomes of campaigns cannot be stored, so no campaign is sent",
            fix: "see the part database and the gateway's log; the gateway resumes sending "
                + "automatically")
    }

    private var apns: HealthPart {
        guard worker.isSendingFailing else { return HealthPart(.apns, .ok) }
        return HealthPart(
            .apns, .failing,
            detail: "APNs does not respond to the notifications of at least one app; they stay "
                + "queued",
            fix: "see the gateway's log for the app and the cause; check the network, the firewall "
                + "and the proxy to api.push.apple.com port 443")
    }

    private var credentials: HealthPart {
        if lockedAppCount > 0 {
            let apps = lockedAppCount == 1 ? "app" : "apps"
            return HealthPart(
                .credentials, .held,
                detail: "the master key does not open the secrets of \(lockedAppCount) \(apps); "
                    + "their notifications stay queued",
                fix: "see the gateway's log for the names of the apps; restart the gateway with "
                    + "the master key with which the secrets were sealed")
        }
        let count = Set(worker.held.keys.map(\.bundleID)).count
        if count == 0 { return certificates }
        return HealthPart(
            .credentials, .held,
            detail: "APNs, FCM or a push service refuses the credentials of \(count) "
                + (count == 1 ? "app" : "apps"),
            fix: "bellhop app list names the apps, and bellhop app show the refused credentials; "
                + "store a valid one with bellhop app apns, app fcm or app web-push")
    }

    private var certificates: HealthPart {
        let fix =
            "see expires_at in GET /v1/apps; create a new certificate in Apple's developer "
            + "account, or better a key, which does not expire, and store it with bellhop app "
            + "apns, or PUT /v1/apps/{bundle_id}/credential"
        if expired > 0 {
            return HealthPart(
                .credentials, .held,
                detail: "the certificates of \(expired) \(expired == 1 ? "app" : "apps") have "
                    + "expired", fix: fix)
        }
        guard expiring > 0 else { return HealthPart(.credentials, .ok) }
        return HealthPart(
            .credentials, .ok,
            detail: "the certificates of \(expiring) \(expiring == 1 ? "app" : "apps") expire "
                + "within 30 days", fix: fix)
    }

    private var draining: HealthPart {
        guard isDraining else { return HealthPart(.draining, .ok) }
        return HealthPart(
            .draining, .stopping, detail: "the gateway is about to stop",
            fix: "send to another gateway, or wait until this one has started again")
    }
}

extension GatewayStoreError.Code {
    /// The meaning of an error code for the people who run the gateway.
    struct Row: Sendable {
        /// The problem, in a text that everyone may read.
        let what: String
        /// The steps that resolve the problem.
        let fix: String
    }

    /// Whether the error concerns the version of the tables, and not the database itself.
    var isAboutSchema: Bool { self == .tooNew || self == .otherVersion }

    /// Whether the error is resolved as soon as the database responds.
    var isAboutConnection: Bool {
        switch self {
        case .unavailable, .noResponse, .busy, .unknownCommit: true
        case .unwritable, .inUse, .corrupt, .tooNew, .otherVersion, .diskFull, .closed,
            .noMasterKey, .failed:
            false
        }
    }

    var row: Row {
        switch self {
        case .unwritable:
            Row(
                what: "the database cannot be written",
                fix: "check the owner and the mode of the database's files and their directory; "
                    + "for PostgreSQL, use the primary server")
        case .inUse:
            Row(
                what: "another process uses the database",
                fix: "stop the other process; the gateway then resumes automatically")
        case .corrupt:
            Row(
                what: "the database contains values that Bellhop did not write",
                fix: "see the gateway's log; stop the gateway, and restore a backup with: bellhop "
                    + "restore FILE")
        case .tooNew:
            Row(
                what: "a newer Bellhop has changed the tables",
                fix: "run the same version of Bellhop on this machine")
        case .otherVersion:
            Row(
                what: "the tables were migrated back to an earlier version",
                fix: "restart the gateway, which migrates the tables again; or run the earlier "
                    + "version of Bellhop")
        case .diskFull:
            Row(
                what: "the disk with the database is full",
                fix: "free space on the disk; the gateway then resumes automatically")
        case .closed:
            Row(what: "the database is closed", fix: "start the gateway again")
        case .unavailable:
            Row(
                what: "the database server cannot be reached",
                fix: "check that the server runs and that this machine can reach it; the gateway "
                    + "then resumes automatically")
        case .noResponse:
            Row(
                what: "the database does not respond",
                fix: "check the load of the database server and of its disk, and the network; the "
                    + "gateway resumes automatically when the database responds")
        case .busy:
            Row(
                what: "too many transactions wait for the database",
                fix: "check the load of the database and of its disk; for PostgreSQL, give the "
                    + "gateway more connections with pool=N in the address")
        case .unknownCommit:
            Row(
                what: "the connection to the database was lost during a commit",
                fix: "check the network to the database server; the gateway resumes automatically")
        case .noMasterKey:
            Row(
                what: "the master key is missing or wrong",
                fix: "give the gateway the master key with which the secrets were sealed, with "
                    + "--master-key-file or BELLHOP_MASTER_KEY, and restart it")
        case .failed:
            Row(
                what: "the database reports an error",
                fix: "see the error in the gateway's log")
        }
    }
}
