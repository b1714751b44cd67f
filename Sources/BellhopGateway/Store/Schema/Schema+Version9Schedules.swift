// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// The part of version 9 for campaigns with schedules, drafts and variants.
extension Schema {
    private static let campaignColumns: [(name: String, type: SQL)] = [
        // A short name for people.
        ("name", Column.text),
        // The request that created the campaign, as JSON; NULL for a campaign that was started by
        // an earlier version. When a draft starts, the campaign is compiled again from this
        // request.
        ("definition", Column.text),
        // The schedule of a campaign at a local time (LocalSchedule), as JSON.
        ("schedule", Column.text),
        ("planned_at", Column.integer),
        // When the winner of a test is chosen; NULL for other campaigns, and afterwards.
        ("winner_at", Column.integer),
        // Whether the campaign is a dry run: it sends nothing and does not appear in any inbox.
        ("is_dry_run", "\(Column.integer) NOT NULL DEFAULT 0"),
        // The tokens of Live Activities to which the campaign goes; NULL for the app's own tokens.
        ("family", Column.text), ("activity", Column.text), ("attributes_type", Column.text),
    ]

    static let schedulesUp9: [SchemaVersion.Step] =
        campaignColumns.map {
            .run("ALTER TABLE campaign ADD COLUMN \(text: $0.name) \($0.type)")
        } + [
            // The zones of an app's installations, which are few, are found one after another.
            .run("CREATE INDEX installation_of_zone ON installation (app, time_zone)"),
            .run(
                """
                CREATE INDEX campaign_winner_due ON campaign (winner_at)
                WHERE winner_at IS NOT NULL
                """),
            // With each claim, a node asks for the next delivery that is tried again.
            .run(
                """
                CREATE INDEX campaign_row_free ON campaign_row (due_at) WHERE owner IS NULL
                """),
            // If a campaign gets another number, the row of its idempotency key changes too.
            .run(
                """
                CREATE INDEX idempotency_of_campaign ON idempotency (campaign)
                WHERE campaign IS NOT NULL
                """),
            .run(
                """
                CREATE TABLE app_policy (
                    app \(Column.integer) PRIMARY KEY, policy \(Column.text) NOT NULL)
                """),
            // first and until are local times, in seconds since 1970 by the calendar. due_at is
            // when the next occurrence is created; NULL if there are no more occurrences. request
            // and fingerprint identify the request that created a row.
            .run(
                """
                CREATE TABLE campaign_series (
                    no \(Column.key), id \(Column.text) NOT NULL UNIQUE,
                    app \(Column.integer) NOT NULL, name \(Column.text),
                    definition \(Column.text) NOT NULL, every \(Column.text) NOT NULL,
                    first \(Column.integer) NOT NULL, until \(Column.integer),
                    occurrence \(Column.integer) NOT NULL, due_at \(Column.integer),
                    problem \(Column.text), created_at \(Column.integer) NOT NULL,
                    ended_at \(Column.integer), last_campaign \(Column.text),
                    author \(Column.text),
                    request \(Column.text) UNIQUE, fingerprint \(Column.text))
                """),
            .run("CREATE INDEX campaign_series_of_app ON campaign_series (app, no)"),
            .run(
                """
                CREATE INDEX campaign_series_ended ON campaign_series (ended_at)
                WHERE ended_at IS NOT NULL
                """),
            .run(
                """
                CREATE INDEX campaign_series_due ON campaign_series (due_at)
                WHERE due_at IS NOT NULL
                """),
            .run(
                """
                CREATE TABLE campaign_trigger (
                    no \(Column.key), id \(Column.text) NOT NULL UNIQUE,
                    app \(Column.integer) NOT NULL, name \(Column.text),
                    event \(Column.text) NOT NULL, message \(Column.text) NOT NULL,
                    template \(Column.text), created_at \(Column.integer) NOT NULL,
                    request \(Column.text) UNIQUE, fingerprint \(Column.text))
                """),
            .run("CREATE INDEX campaign_trigger_of_event ON campaign_trigger (app, event, no)"),
        ]

    static let schedulesDown9: [SchemaVersion.Step] =
        [
            // The previous version knows neither drafts that can be started nor time zones. It
            // would also send dry runs, and send updates of Live Activities to the wrong tokens.
            .run(
                """
                UPDATE campaign SET state = 'cancelled', finished_at = created_at
                WHERE finished_at IS NULL AND (schedule IS NOT NULL OR is_dry_run = 1
                    OR family IS NOT NULL OR state = 'draft' OR state = 'awaiting_approval')
                """),
            .run("DROP TABLE campaign_trigger"),
            .run("DROP TABLE campaign_series"),
            .run("DROP TABLE app_policy"),
            .run("DROP INDEX campaign_row_free"),
            .run("DROP INDEX idempotency_of_campaign"),
            .run("DROP INDEX campaign_winner_due"),
            .run("DROP INDEX installation_of_zone"),
        ]
        + campaignColumns.reversed().map {
            .run("ALTER TABLE campaign DROP COLUMN \(text: $0.name)")
        }
}
