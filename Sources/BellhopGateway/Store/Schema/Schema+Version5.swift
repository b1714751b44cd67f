// Bellhop: push notifications for Apple platforms, whole and testable anywhere.
// SPDX-License-Identifier: Apache-2.0

import SQLCore

/// Version 5: campaigns, their units and the parts of their outcomes.
extension Schema {
    static let version5: SchemaVersion = {
        let tables: [SQL] = [
            // The pages of an audience are read in the order of the installations' numbers.
            "CREATE INDEX installation_of_app ON installation (app, no)",
            """
            CREATE TABLE campaign (
                no \(Column.key), id \(Column.text) NOT NULL UNIQUE,
                app \(Column.integer) NOT NULL, lane \(Column.text) NOT NULL,
                tag \(Column.integer) NOT NULL UNIQUE, mix \(Column.integer) NOT NULL,
                step \(Column.integer) NOT NULL, deadline \(Column.integer) NOT NULL,
                rules \(Column.text) NOT NULL, content \(Column.blob) NOT NULL,
                state \(Column.text) NOT NULL, is_planned \(Column.integer) NOT NULL DEFAULT 0,
                stop_reason \(Column.text), not_before \(Column.integer) NOT NULL,
                trial_responses \(Column.integer) NOT NULL DEFAULT 0,
                trial_bad_tokens \(Column.integer) NOT NULL DEFAULT 0,
                trial_wrong_topics \(Column.integer) NOT NULL DEFAULT 0,
                is_judged \(Column.integer) NOT NULL DEFAULT 0,
                retry_parts \(Column.integer) NOT NULL DEFAULT 0,
                created_at \(Column.integer) NOT NULL, finished_at \(Column.integer))
            """,
            "CREATE INDEX campaign_open ON campaign (state) WHERE finished_at IS NULL",
            """
            CREATE INDEX campaign_by_age ON campaign (finished_at)
            WHERE finished_at IS NOT NULL
            """,
            // lease_until is 0 while no node owns the unit. The mark is the last number up to which
            // every installation has an outcome.
            """
            CREATE TABLE unit (
                campaign \(Column.integer) NOT NULL, no \(Column.integer) NOT NULL,
                first \(Column.integer) NOT NULL, last \(Column.integer) NOT NULL,
                not_before \(Column.integer) NOT NULL, mark \(Column.integer) NOT NULL,
                is_open \(Column.integer) NOT NULL DEFAULT 1, owner \(Column.text),
                boot \(Column.integer), lease_until \(Column.integer) NOT NULL DEFAULT 0,
                fence \(Column.integer) NOT NULL DEFAULT 0,
                PRIMARY KEY (campaign, no))\(Column.hot)
            """,
            "CREATE INDEX unit_open ON unit (campaign, no) WHERE is_open = 1",
            "CREATE INDEX unit_owned ON unit (owner) WHERE owner IS NOT NULL",
            // writer is the fence of the unit's owner. In unit 0, which contains the outcomes of
            // retries, writer is the number of the part.
            """
            CREATE TABLE outcome_part (
                campaign \(Column.integer) NOT NULL, unit \(Column.integer) NOT NULL,
                writer \(Column.integer) NOT NULL, no \(Column.integer) NOT NULL,
                first \(Column.integer) NOT NULL, last \(Column.integer) NOT NULL,
                count \(Column.integer) NOT NULL, bytes \(Column.blob) NOT NULL,
                PRIMARY KEY (campaign, unit, writer, no))
            """,
            """
            CREATE TABLE campaign_sum (
                campaign \(Column.integer) NOT NULL, unit \(Column.integer) NOT NULL,
                kind \(Column.integer) NOT NULL, variant \(Column.integer) NOT NULL,
                reason \(Column.text) NOT NULL, count \(Column.integer) NOT NULL,
                PRIMARY KEY (campaign, unit, kind, variant, reason))\(Column.hot)
            """,
            // A recipient of a campaign who is tried again. due_at is the next attempt, or the end
            // of the lease of the node that sends it.
            """
            CREATE TABLE campaign_row (
                no \(Column.key), campaign \(Column.integer) NOT NULL,
                lane \(Column.text) NOT NULL, installation \(Column.integer) NOT NULL,
                variant \(Column.integer) NOT NULL, reason \(Column.text) NOT NULL,
                attempts \(Column.integer) NOT NULL, due_at \(Column.integer) NOT NULL,
                owner \(Column.text), boot \(Column.integer),
                fence \(Column.integer) NOT NULL DEFAULT 0)\(Column.hot)
            """,
            "CREATE INDEX campaign_row_due ON campaign_row (lane, due_at, no)",
            "CREATE INDEX campaign_row_of_campaign ON campaign_row (campaign)",
            "CREATE INDEX campaign_row_owned ON campaign_row (owner) WHERE owner IS NOT NULL",
            """
            CREATE TABLE cap_use (
                name \(Column.text) NOT NULL, installation \(Column.integer) NOT NULL,
                day \(Column.integer) NOT NULL, campaign \(Column.integer) NOT NULL,
                PRIMARY KEY (name, installation, day, campaign))
            """,
            "CREATE INDEX cap_use_of_campaign ON cap_use (campaign, installation)",
            "CREATE INDEX cap_use_by_age ON cap_use (day)",
        ]
        let names = [
            "cap_use", "campaign_row", "campaign_sum", "outcome_part", "unit", "campaign",
        ]
        return SchemaVersion(
            number: 5, up: tables.map { .run($0) },
            down: names.map { .run("DROP TABLE \(text: $0)") }
                + [.run("DROP INDEX installation_of_app")])
    }()
}
