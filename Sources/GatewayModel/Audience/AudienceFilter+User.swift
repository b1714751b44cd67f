// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

extension AudienceFilter {
    /// Returns whether an audience may have been meant for a user.
    ///
    /// Only the conditions on the user are examined, because everything else about an installation
    /// may have changed since the campaign was sent. A campaign to named users is meant for them,
    /// and not for the person who uses the installation now.
    ///
    /// - Parameter user: the current user of the installation; `nil` if nobody has signed in.
    /// - Returns: `false` if the conditions on the user alone exclude the installation.
    package func permits(user: String?) -> Bool { answer(for: user) != false }

    /// Returns the filter without a user who is erased: the user's name and the given identifiers
    /// of installations are replaced by another name.
    ///
    /// - Parameter other: a name that no user and no installation has, so that the conditions still
    ///   exclude everybody else.
    package func replacing(
        user: String, installations: Set<String>, with other: String
    ) -> AudienceFilter {
        func replaced(_ filter: AudienceFilter) -> AudienceFilter {
            filter.replacing(user: user, installations: installations, with: other)
        }
        func name(_ text: String) -> String { text.utf8.elementsEqual(user.utf8) ? other : text }
        func value(_ value: Value) -> Value {
            guard case .text(let text) = value else { return value }
            return .text(name(text))
        }
        return switch self {
        case .users(let users): .users(users.map(name))
        case .installations(let list):
            .installations(list.map { installations.contains($0) ? other : $0 })
        case .attribute(AudienceField.user.rawValue, let comparison, let own):
            .attribute(AudienceField.user.rawValue, comparison, value(own))
        case .oneOf(AudienceField.user.rawValue, let values):
            .oneOf(AudienceField.user.rawValue, values.map(value))
        case .and(let filters): .and(filters.map(replaced))
        case .or(let filters): .or(filters.map(replaced))
        case .not(let filter): .not(replaced(filter))
        case .all, .app, .tags, .topics, .attribute, .oneOf, .exists: self
        }
    }

    /// Returns `true` if the audience contains every installation of a user, and `false` if it
    /// contains none; `nil` if that depends on other facts.
    private func answer(for user: String?) -> Bool? {
        switch self {
        case .all: return true
        case .users, .attribute(AudienceField.user.rawValue, _, _),
            .oneOf(AudienceField.user.rawValue, _), .exists(AudienceField.user.rawValue):
            return contains(InstallationFacts(bundleID: "", installation: "", user: user))
        case .app, .installations, .tags, .topics, .attribute, .oneOf, .exists: return nil
        case .and(let filters):
            let answers = filters.map { $0.answer(for: user) }
            if answers.contains(false) { return false }
            return answers.contains(nil) ? nil : true
        case .or(let filters):
            let answers = filters.map { $0.answer(for: user) }
            if answers.contains(true) { return true }
            return answers.contains(nil) ? nil : false
        case .not(let filter): return filter.answer(for: user).map { !$0 }
        }
    }
}
