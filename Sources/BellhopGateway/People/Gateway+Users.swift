// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import APNSWire
public import GatewayAPI

extension Gateway {
    func requirePeople() throws(Problem) -> SQLPeopleStore {
        guard let store = store as? SQLStore else {
            throw Problem(
                .routeNotFound,
                "this gateway's storage does not support users and topics; start the gateway with "
                    + "SQLite or PostgreSQL")
        }
        return SQLPeopleStore(store: store)
    }

    /// Returns the app and the name of a user whom a request names.
    ///
    /// - Parameters:
    ///   - text: the user's name, or `alias:LABEL:VALUE`.
    ///   - app: the app that the request names; not needed if there is only one.
    func userPlace(
        _ text: String, app: String?, within limit: AppLimit
    ) async throws -> (user: String, app: String) {
        let reference = try UserReference(text)
        let app = try await RecipientResolver(store: store, limit: limit).app(app).bundleID
        return (try await name(reference, app: app), app)
    }

    private func name(_ reference: UserReference, app: String) async throws -> String {
        switch reference {
        case .user(let user): return user
        case .alias(let label, let value):
            guard
                let user = try await requirePeople().user(withAlias: label, value, app: app)
            else { throw Problem.aliasUnknown(label, app) }
            return user
        }
    }

    /// Returns what is known about a user of one app.
    ///
    /// - Parameters:
    ///   - text: the user's name, or `alias:LABEL:VALUE`.
    ///   - after: the last installation of the previous page.
    ///   - limit: 1 to `GatewayLimits.pageEntriesMax` installations.
    public func user(
        _ text: String, app: String? = nil, after: String? = nil,
        limit: Int = GatewayLimits.pageEntriesDefault, within apps: AppLimit = .none
    ) async throws -> UserResource {
        let (user, app) = try await userPlace(text, app: app, within: apps)
        let facts = try await requirePeople().facts(of: user, app: app)
        guard !facts.isEmpty else { throw Problem.userNotFound(app) }
        let page = try await installations(user: user, app: app, after: after, limit: limit)
        return UserResource(
            user: user, app: app, aliases: facts.aliases, topics: facts.topics,
            firstSeen: facts.firstSeen, lastSeen: facts.lastSeen,
            installationCount: facts.installationCount, installations: page.installations,
            next: page.next)
    }

    /// Gives a user an alias. The user need not be known yet.
    public func putAlias(
        _ label: String, _ request: AliasRequest, of text: String, app: String? = nil,
        within apps: AppLimit = .none
    ) async throws -> AliasResource {
        if let fault = AliasRule.fault(inLabel: label) {
            throw Problem(.badValue, "the alias's label \(fault)", keyPath: "label")
        }
        let (user, app) = try await userPlace(text, app: app, within: apps)
        let alias = AliasResource(user: user, label: label, value: request.value)
        switch try await requirePeople().put(alias, app: app, now: time.now) {
        case .stored: return alias
        case .taken:
            throw Problem(
                .aliasTaken,
                "another user of \(app) has this value of \(label); delete that user's alias, or "
                    + "merge the users with POST /v1/users/{user}/merge", keyPath: "value")
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "a user has at most \(GatewayLimits.aliasesPerUserMax) aliases; delete one")
        case nil: throw Problem.appNotFound(app)
        }
    }

    /// Removes an alias from a user.
    public func deleteAlias(
        _ label: String, of text: String, app: String? = nil, within apps: AppLimit = .none
    ) async throws {
        let (user, app) = try await userPlace(text, app: app, within: apps)
        guard try await requirePeople().removeAlias(label, of: user, app: app) else {
            throw Problem.aliasUnknown(label, app)
        }
    }

    /// Assigns to a user an installation that belongs to nobody, or everything that belongs to
    /// another user.
    public func merge(
        _ request: MergeRequest, into text: String, app: String? = nil,
        within apps: AppLimit = .none
    ) async throws -> MergeResource {
        let (user, app) = try await userPlace(text, app: app, within: apps)
        var request = request
        if case .user(let text) = request {
            let previous = try await name(UserReference(text), app: app)
            guard previous != user else {
                return MergeResource(
                    user: user, app: app, installations: 0, aliases: 0, droppedAliases: 0)
            }
            request = .user(previous)
        }
        switch try await requirePeople().merge(request, into: user, app: app, now: time.now) {
        case .merged(let installations, let aliases, let dropped):
            worker.wake()
            return MergeResource(
                user: user, app: app, installations: installations, aliases: aliases,
                droppedAliases: dropped)
        case .notFound:
            if case .installation = request { throw Problem.installationNotFound }
            throw Problem.userNotFound(app)
        case .otherUser:
            throw Problem(
                .installationOfOtherUser,
                "the installation belongs to another user; merge that user with "
                    + "{\"from\":\"…\"}, or let the app sign the person in",
                keyPath: "installation")
        case .tooMany:
            throw Problem(
                .tooManyEntries,
                "the user has more than \(GatewayLimits.installationsPerUserMax) installations; "
                    + "merge the installations one by one")
        }
    }

    // MARK: Erasure

    /// The maximum number of transactions that a request itself performs to erase a user. The
    /// remaining data is erased in the background.
    private static let erasureTransactionsMax = 200
    /// The number of random bytes with which tombstones are made.
    private static let saltByteCount = 32

    /// Erases a user: installations with tokens, attributes, tags, topics and history, aliases,
    /// inboxes, messages to the user with deliveries and receipts, and the user's name in
    /// audiences.
    ///
    /// The order to erase the user is stored first, so that erasing continues after a crash. A user
    /// about whom nothing is known can be erased too.
    ///
    /// - Parameters:
    ///   - app: the app in which the user is erased; `nil` for all permitted apps.
    ///   - isFinal: whether imports of the user are refused from now on.
    public func eraseUser(
        _ text: String, app: String? = nil, isFinal: Bool = false, within apps: AppLimit = .none
    ) async throws -> ErasureResource {
        let people = try requirePeople()
        let reference = try UserReference(text)
        var places: [String]
        if app != nil {
            places = [try await RecipientResolver(store: store, limit: apps).app(app).bundleID]
        } else {
            places = try await store.apps().map(\.bundleID).filter(apps.permits)
        }
        var user: String?
        if case .user(let name) = reference { user = name }
        if case .alias(let label, let value) = reference {
            // An alias belongs to one app, so the user is erased only in this app.
            for place in places where user == nil {
                user = try await people.user(withAlias: label, value, app: place)
                if user != nil { places = [place] }
            }
            guard user != nil else { throw Problem.aliasUnknown(label, app ?? "these apps") }
        }
        guard let user, !places.isEmpty else {
            throw Problem.appNotFound(app ?? "{bundle_id}")
        }
        let id = makeMessageID()
        let salt = makeRandom { generator in
            (0..<Self.saltByteCount).map { _ in
                UInt8.random(in: .min ... .max, using: &generator)
            }
        }
        let orders = SQLErasureOrders(store: people.store)
        try await orders.create(
            id: id, user: user, apps: places, newSalt: isFinal ? salt : nil, now: time.now)
        _ = try await orders.advance(
            try await orders.open(id: id), transactionsMax: Self.erasureTransactionsMax,
            now: time.now)
        await orders.scrub()
        return try await erasure(id)
    }

    /// Returns an order to erase a user.
    public func erasure(
        _ id: String, within apps: AppLimit = .none
    ) async throws -> ErasureResource {
        let orders = SQLErasureOrders(store: try requirePeople().store)
        guard let order = try await orders.order(id), order.apps.allSatisfy(apps.permits) else {
            throw Problem(
                .erasureNotFound,
                "there is no erasure with this identifier; use the \"id\" in the response to "
                    + "DELETE /v1/users/{user}")
        }
        return order
    }

    /// Continues with the erasures that an earlier process did not finish.
    func resumeErasures() async {
        guard let store = store as? SQLStore else { return }
        let orders = SQLErasureOrders(store: store)
        do {
            let open = try await orders.open()
            guard !open.isEmpty else { return }
            _ = try await orders.advance(open, transactionsMax: .max, now: time.now)
            await orders.scrub()
        } catch is CancellationError {
        } catch { worker.failures.storeFailed("erasures of users cannot be continued", error) }
    }
}

extension Problem {
    static func userNotFound(_ app: String) -> Problem {
        Problem(
            .userNotFound,
            "\(app) has no installation and no alias of this user; check the spelling, or register "
                + "an installation with \"user\"")
    }

    static func aliasUnknown(_ label: String, _ app: String) -> Problem {
        Problem(
            .userNotFound,
            "no user of \(app) has this value of the alias \(label.prefix(64)); set it with PUT "
                + "/v1/users/{user}/aliases/{label}", keyPath: "user")
    }
}
