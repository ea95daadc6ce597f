/**
 * What is no longer true of rows that stand in another database, as statements that both kinds take. [DA-1]
 *
 * Between the backup and now the old server went on; what it did is not known here.
 */
export const settling: readonly string[] = [
  // The next start makes its own tag, so that no browser goes on from an id of the old log, which went on too. [WS-9]
  "delete from counters where value = -1 and name like 'epoch %'",
  // It may have left after the backup, at the latest at its deadline. So the next start makes it unconfirmed, as all that was
  // sent, and nothing sends it. Only what is measured after that instant can prove it. [CM-4, CM-6]
  "update relay_commands set state = 'sent', sent_at = valid_until where state = 'requested'",
  // Links that were mailed open nothing any more; whoever shared a device invites anew. A hash is hexadecimal, this is none.
  "update share_invites set token_hash = 'restored ' || id",
  "update user_sessions set session_end = last_seen_at, duration = last_seen_at - session_start where session_end is null",
  `update email_alert_history set email_error = 'Restored from a backup: whether it was sent is not known'
    where mail_id is not null and email_sent = false and email_error is null`,
];
