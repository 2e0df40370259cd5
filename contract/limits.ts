// Every number of the specification (section 9 unless noted) and of our own bounds, named, with units.

/** A task's length in characters; input beyond it is ignored. */
export const TASK_MAX_CHARACTERS = 400;
/** Steps of a test. */
export const STEPS_MAX = 30;
/** Body of a draft: the form twice, each with the longest texts that a test can be saved with. */
export const DRAFT_BODY_MAX_BYTES = 256 * 1024;
/** Calls of drafts by one person: one a second while typing, and one for each change by others, in two tabs. */
export const DRAFT_RATE = { calls: 240, perSeconds: 60 } as const;
/** An editor counts as present this long after the last sign of life, of which the page sends three in the time. */
export const EDITOR_PRESENT_SECONDS = 60;
/** The highest number of a step: a thousand revisions with 30 new steps each. */
export const STEP_NUMBER_MAX = 32_000;
/** Maximum length of a question, of the text below it, of an option, and of the words at an end of a scale. */
export const QUESTION_MAX_CHARACTERS = 400;
export const HELP_MAX_CHARACTERS = 400;
export const OPTION_MAX_CHARACTERS = 200;
export const SCALE_END_MAX_CHARACTERS = 60;
/** Maximum number of options of a question. */
export const OPTIONS_MAX = 50;
/** Maximum length of a text step. */
export const TEXT_STEP_MAX_CHARACTERS = 2000;
/** Maximum length of an answer in one's own words: to a short text, to a long one, and beside options. */
export const SHORT_ANSWER_MAX_CHARACTERS = 200;
export const LONG_ANSWER_MAX_CHARACTERS = 2000;
export const OTHER_MAX_CHARACTERS = 200;
/** Maximum number of parameters of a share link, and the length of a value. */
export const PARAMETERS_MAX = 10;
/** Versions of a workspace's consent text. */
export const CONSENT_VERSIONS_MAX = 200;
export const PARAMETER_MAX_CHARACTERS = 200;
/** Personal links that one call creates, and those of one test that are not revoked. */
export const PERSONAL_LINKS_AT_ONCE = 500;
export const PERSONAL_LINKS_MAX = 2000;
/** Lists of personal links that one member creates or downloads: more than people do by hand. */
export const PERSONAL_LINKS_RATE = { calls: 60, perSeconds: 600 } as const;
/** Personal links that lead nowhere, by one address: guesses at 128 random bits are stopped long before they cost anything. */
export const WRONG_PERSONAL_LINK_RATE = { calls: 60, perSeconds: 60 } as const;
/** Names of tests, companies, people: long enough for 200 characters of any script. */
export const NAME_MAX_CHARACTERS = 200;
/** Links: what browsers and servers handle everywhere. */
export const LINK_MAX_CHARACTERS = 2048;
/** RFC 5321 section 4.5.3.1.3. */
export const EMAIL_MAX_CHARACTERS = 254;
/** Largest accepted limit of submissions. */
export const SUBMISSIONS_MAX = 1_000_000;

/** Countdown before the recording starts. */
export const COUNTDOWN_SECONDS = 5;
/** A recording stops automatically after 20 minutes. */
export const RECORDING_MAX_MS = 1_200_000;
/** The longest recording of a test with several tasks; each of them takes at most RECORDING_MAX_MS. */
export const STUDY_MAX_MS = 3_600_000;
/** Highest video bitrate that the recorder requests: sharp text at 1080p. */
export const VIDEO_BITS_PER_SECOND_MAX = 2_500_000;
/** Audio bitrate that the recorder requests: speech in mono and stereo alike. */
export const AUDIO_BITS_PER_SECOND = 64_000;
/** Frames per second that the screen capture requests. */
export const SCREEN_FRAME_RATE = 60;
/** Radius of a click's dot in a heatmap, in image pixels. */
export const HEATMAP_DOT_RADIUS_PX = 25;
/** Radius of a click's dot in the live overlay. */
export const OVERLAY_DOT_RADIUS_PX = 30;
/** Confirmation after copying the share link. */
export const COPY_CONFIRMATION_MS = 4000;
/** Tooltips in the recording list. */
export const TOOLTIP_SHOW_MS = 250;
export const TOOLTIP_HIDE_MS = 400;
/** Toasts and success alerts hide after 3 s, team error alerts after 5 s (section 8). */
export const TOAST_MS = 3000;
export const ERROR_ALERT_MS = 5000;
/** Heatmap thumbnails and main image. */
export const THUMBNAIL_WIDTH_PX = 100;
export const THUMBNAIL_HEIGHT_PX = 70;
export const HEATMAP_MAX_HEIGHT_PX = 500;
/** A code chunk that takes longer is reported as a failure. */
export const CHUNK_TIMEOUT_MS = 120_000;
/** The one plan of the subscription page, in US dollars a month. */
export const PLAN_PRICE_USD = 49;
/** Account deletion runs at the latest this long after the request. */
export const ACCOUNT_DELETION_HOURS = 24;
/** An email change link is valid this long. */
export const EMAIL_CHANGE_HOURS = 24;
/** The old address can undo an email change for this long. */
export const EMAIL_UNDO_DAYS = 7;
/** An invitation ends after this long. */
export const INVITATION_DAYS = 14;
/** An ended invitation is stored this long, so that its link can explain why it no longer works. */
export const INVITATION_KEPT_DAYS = 30;
/** Opening mailed links, by one address: a token cannot be guessed, each try costs a query. */
export const MAILED_LINK_RATE = { calls: 120, perSeconds: 60 } as const;

/** The deletion of a note, a clip, a finding or evidence can be undone at least this long; then the row is removed. */
export const UNDO_MINUTES = 5;

/** A note's length. */
export const NOTE_MAX_CHARACTERS = 2000;
/** A clip's title. */
export const CLIP_TITLE_MAX_CHARACTERS = 200;
/** Minimum and maximum length of a clip. */
export const CLIP_MIN_MS = 1000;
export const CLIP_MAX_MS = 600_000;
/** Visitors of a link get at most so much picture from before a clip: where its key frame is. */
export const CLIP_EARLY_MAX_MS = 2000;
/** A clip of a moment begins so long before it, and ends so long after it. */
export const CLIP_BEFORE_MS = 3000;
export const CLIP_AFTER_MS = 10_000;
/** Notes of one recording, and clips of it: one every two seconds of the longest. */
export const NOTES_PER_RECORDING_MAX = 600;
/** A time so far beyond a recording's end means its end: pages round. */
export const END_SLACK_MS = 1000;
/**
 * Tolerance for the end of a running recording: with alternating servers a server's state can be half a minute old
 * (decision 62).
 */
export const RUNNING_SLACK_MS = 45_000;
/** Findings in the report of one test: a report of more is read by no one. */
export const FINDINGS_MAX = 100;
/** Clips, notes and numbers of one finding. */
export const EVIDENCE_MAX = 50;
/** Reels of one test. */
export const REELS_MAX = 100;
/** Objects on which one task is done, one for each person. */
export const VARIANTS_MAX = 4;
/** Pilots of one test. */
export const PILOTS_MAX = 100;
/** Clips and title cards of one reel: an hour of clips of 18 s. */
export const REEL_ITEMS_MAX = 200;

/** Tests of a workspace: a new one each working hour for five years. */
export const TESTS_MAX = 10_000;

/** Plain lists are cut here. */
export const LIST_MAX = 500;
/** Items of a list that one call names by id: their ids come to 3.7 kB of its address, they to under 100 kB. */
export const LIST_IDS_MAX = 100;
/** A page of a list when no limit is given. */
export const PAGE_SIZE = 50;
/** The largest page of a list. */
export const PAGE_MAX = 200;
/** A page of tests ends before its items come to more: names and tasks may be long. */
export const PAGE_MAX_BYTES = 90_000;
/** A card's picture is of one of so many recordings: most browsers send one within seconds. */
export const POSTERS_LOOKED_AT = 10;
/** A test is recent for so long after its last recording or change: a week of work. */
export const RECENT_DAYS = 7;
/** Deleted sessions that wait for their removal are counted up to so many. */
export const DELETING_COUNT_MAX = 100_000;
/** Maximum size of a video: 20 minutes at 1080p came to 540 MB; four times that. */
export const VIDEO_MAX_BYTES = 2 * 1024 ** 3;
/**
 * Encoders exceed the bitrate that is requested. The largest measured recording, 20 minutes of VP8 at 1080p, had 540 MB:
 * 1.4 times the requested 385 MB.
 */
const ENCODER_OVERSHOOT = 2;
/** A streamed video has at most this many bytes for each second since its session's start: 641 kB. */
export const VIDEO_BYTES_PER_SECOND =
  (ENCODER_OVERSHOOT * (VIDEO_BITS_PER_SECOND_MAX + AUDIO_BITS_PER_SECOND)) / 8;
/** Bytes that a streamed video may have beyond that rate: the first key frame of a large screen, in the longest PATCH. */
export const VIDEO_START_BYTES = 4 * 1024 ** 2;
/** Maximum size of a heatmap PNG. */
export const HEATMAP_MAX_BYTES = 20 * 1024 ** 2;
/** Pixels of one image: the design tool scales larger ones down to 32 megapixels. */
export const IMAGE_MAX_PIXELS = 32 * 1024 ** 2;
/**
 * Megapixels of heatmaps that a session may send: pages of 1440 × 3000 pixels (4.3), one in two seconds, or 300 of twice
 * that size with the last call.
 */
export const PIXELS_RATE = { calls: 3000, perSeconds: 1200 } as const;
/** Megapixels of one address: 200 sessions with 33 screens of 1440 × 1024 pixels each. */
export const PIXELS_RATE_PER_ADDRESS = { calls: 10_000, perSeconds: 1200 } as const;
/** Maximum size of an uploaded picture: a screenshot has up to 5 MB, a photograph 15. */
export const PICTURE_MAX_BYTES = 20 * 1024 ** 2;
/** Pixels of an uploaded picture: 40 megapixels, more than a page of 2880 × 13,000. */
export const PICTURE_MAX_PIXELS = 40_000_000;
/** Pictures that one person uploads: storing one takes up to some seconds. */
export const PICTURES_RATE = { calls: 120, perSeconds: 3600 } as const;
/** Longest time for which a picture is shown in the mode `seconds`. */
export const PICTURE_SECONDS_MAX = 60;
/** Regions of one picture, and the characters of a region's name. */
export const REGIONS_MAX = 50;
/** Corners of an outline: more than a hand draws. */
export const REGION_CORNERS_MAX = 100;
export const REGION_NAME_MAX_CHARACTERS = 60;
/** Pictures of options side by side. */
export const OPTION_PICTURES = { min: 2, max: 4 } as const;
/** Heatmaps of one session: more screens than any prototype run presents. */
export const HEATMAPS_MAX = 300;
/** Images of a session (heatmaps, stills) for each second since its start: a new screen of the usual size in each. */
export const IMAGES_BYTES_PER_SECOND = 1024 ** 2;
/** Bytes that they may have beyond that rate: one of the largest heatmaps. */
export const IMAGES_START_BYTES = 20 * 1024 ** 2;
/** Calls of one session that bring heatmaps ahead: one in three seconds at most, and repetitions. */
export const HEATMAPS_RATE = { calls: 60, perSeconds: 60 } as const;
/** Raw prototype messages of one session: 20 minutes at 16 a second. */
export const EVENTS_MAX = 20_000;
/** Messages of the page itself in one session: 30 steps that are shown and ended, many times over. */
export const OWN_MESSAGES_MAX = 1000;
/** Numbers that messages of a session may have. */
export const MESSAGES_MAX = EVENTS_MAX + OWN_MESSAGES_MAX;
/** Their data together: EVENTS_MAX of 800 bytes, twice a press. */
export const EVENTS_TOTAL_MAX_BYTES = 16 * 1024 ** 2;
/** Their data for each second since the session's start: twice EVENTS_TOTAL_MAX_BYTES in the longest recording of one task. */
export const EVENTS_BYTES_PER_SECOND = (2 * EVENTS_TOTAL_MAX_BYTES * 1000) / RECORDING_MAX_MS;
/** Bytes of messages beyond that rate: one call of the largest. */
export const EVENTS_START_BYTES = 1024 ** 2;
/**
 * Rate limit that permits all messages of a session at once, from a browser that was without a network for 20 minutes.
 */
export const EVENTS_RATE = { messages: EVENTS_MAX, bytes: 8 * 1024 ** 2, perSeconds: 30 } as const;
/** Raw prototype messages in one call. */
export const EVENTS_PER_CALL_MAX = 1000;
/** Padding that measures a participant's connection, in one call: two seconds at 1 Mbit/s. */
export const CONNECTION_MEASURE_MAX_BYTES = 256 * 1024;
/** Such calls of one session: two measure it, and a reload does so again. */
export const CONNECTION_MEASURE_RATE = { calls: 6, perSeconds: 3600 } as const;
/** JSON bodies: the longest form comes to 25 kB when a client escapes every character. */
export const BODY_MAX_BYTES = 64 * 1024;
/** EVENTS_PER_CALL_MAX messages of twice the ordinary size (460 bytes). */
export const EVENTS_BODY_MAX_BYTES = 1024 ** 2;
/** The `events` field of an upload: EVENTS_MAX messages of 460 bytes, the ordinary size, come to 9 MB, indented to 15. */
export const EVENTS_FIELD_MAX_BYTES = 16 * 1024 ** 2;
/** Any other text field of an upload: a name of 200 characters takes 800 bytes. */
export const FORM_FIELD_MAX_BYTES = 4096;
/** All heatmaps of one form, and of one session: HEATMAPS_MAX of them come to 0.3 to 1 MB each. */
export const HEATMAPS_TOTAL_MAX_BYTES = 512 * 1024 ** 2;
/** A whole form: its largest parts together, and a megabyte for their headers and the other fields. */
export const FORM_MAX_BYTES =
  VIDEO_MAX_BYTES + HEATMAPS_TOTAL_MAX_BYTES + EVENTS_FIELD_MAX_BYTES + 1024 ** 2;
/**
 * A session without anything watchable is stored this long, because its browser may return days later with a recording
 * that was made without a network.
 */
export const EMPTY_SESSION_MS = 7 * 24 * 3_600_000;
/**
 * A participant who records counts as silent after this time without a request or a stored piece. It is longer than a
 * piece takes on a poor connection, and longer than an outage of 20 s, from which uploads recover by themselves.
 */
export const SILENT_MS = 30_000;
/** A page that gets ready sends a sign of life this often, because a background tab's timers may run once a minute. */
export const SLOT_SIGN_MS = 40_000;
/** A session that records nothing loses its slot after this time without a sign of life, because two were missed. */
export const SLOT_QUIET_MS = 90_000;
/**
 * A session that records nothing loses its slot this long after its start, even with signs of life. Half an hour is
 * enough to set up a camera and a microphone.
 */
export const SLOT_HELD_MS = 30 * 60_000;
/** Calls that hold a place: a beat, and more when the page is hidden and shown. */
export const SLOT_RATE = { calls: 30, perSeconds: 60 } as const;
/** Calls with answers of a session: a person answers a question in two seconds at the quickest, and may go back. */
export const ANSWERS_RATE = { calls: 120, perSeconds: 60 } as const;
/** Sessions of one address and test that record nothing, in an hour: more than a class of 200 leaves behind. */
export const WAITING_PER_ADDRESS_MAX = 300;
export const WAITING_PER_ADDRESS_MS = 3_600_000;
/**
 * Sessions that one address starts in one test: three for each person of a class of 200. Sessions that record little are
 * bounded by it, as those that record nothing are by WAITING_PER_ADDRESS_MAX.
 */
export const STARTS_RATE = { calls: 600, perSeconds: 3600 } as const;
/** Sessions of one test that get ready at a time. */
export const WAITING_PER_TEST_MAX = 1000;
/**
 * Starts, whole uploads and screen images of one address. Far above a classroom of participants behind
 * one router, or everybody behind a proxy.
 */
export const PARTICIPANT_RATE = { calls: 1200, perSeconds: 60 } as const;
/** Started sessions of one address: classes that begin in the same minute, with their repetitions. */
export const START_RATE = { calls: 1500, perSeconds: 600 } as const;
/** Calls that end a session or bring a whole one, by one address: a class of 200 three times in 20 minutes. */
export const FINISH_RATE = { calls: 600, perSeconds: 1200 } as const;
/** Openings of links, and obstacles, by one address: a class of 200 that begins in the same minute, twice. */
export const OPENING_CALLS_RATE = { calls: 480, perSeconds: 120 } as const;
/** Pieces of a session, and questions how much is stored: a browser sends two in three seconds, and one at a time. */
export const PIECES_RATE = { calls: 480, perSeconds: 60, inMemory: true } as const;
/** Calls of a session with messages: a browser makes one in two seconds, and 20 at once after an outage. */
export const EVENT_CALLS_RATE = { calls: 240, perSeconds: 60, inMemory: true } as const;
/** Calls that cost less than counting them in the database, of one address. */
export const CHEAP_CALLS_RATE = { ...PARTICIPANT_RATE, inMemory: true } as const;
/** Looks for a screen's image by one address: a review of 50 screens, by twelve people in the same minute. */
export const SCREENSHOTS_RATE = { calls: 600, perSeconds: 60, inMemory: true } as const;
/** Looks at a share link by one address: a class of 200 that opens it in the same minute, three times. */
export const LINK_RATE = { calls: 600, perSeconds: 60, inMemory: true } as const;
/** Begun sign-ins and returns from the issuer, of one address: an office in the morning. */
export const SIGN_IN_RATE = { calls: 300, perSeconds: 60, inMemory: true } as const;
/** Parts of people's own videos by one address: 200 who watch theirs at the same time, and jump. */
export const OWN_VIDEO_RATE = { calls: 720, perSeconds: 60, inMemory: true } as const;
/** Withdrawn recordings of one address. Each deletes what is stored of a session. */
export const WITHDRAW_RATE = { calls: 60, perSeconds: 60 } as const;
/** Files of the API reference by one address: twelve loads of its page a minute. Its document has 800 kB unpacked. */
export const REFERENCE_RATE = { calls: 120, perSeconds: 60 } as const;
/** Openings of one test's link, and obstacles on the way: a mailing to thousands, not a flood. */
export const OPENINGS_RATE_PER_TEST = { calls: 6000, perSeconds: 600 } as const;
/**
 * Openings by one address in a day: a class of 200 behind one router with 15 reports each. It is half of the test's rate,
 * and one address takes 17 days to bring OPENINGS_MAX_PER_TEST.
 */
export const OPENINGS_RATE_PER_ADDRESS = { calls: 3000, perSeconds: 24 * 3600 } as const;
/** Maximum number of stored openings of one test, beyond which the oldest make room: ten for each session of a large study. */
export const OPENINGS_MAX_PER_TEST = 50_000;
/** Whole uploads of one address: a class of 200 behind one router, and repetitions. */
export const WHOLE_UPLOAD_RATE = { calls: 300, perSeconds: 1200 } as const;
/** Whole uploads to one test. */
export const WHOLE_UPLOAD_RATE_PER_TEST = { calls: 2000, perSeconds: 600 } as const;
/**
 * A running recording is expected to grow by as much as it has already, and by at most this: five minutes at the
 * highest bitrate. New sessions leave space for that.
 */
export const EXPECTED_GROWTH_MAX_BYTES =
  (300 * (VIDEO_BITS_PER_SECOND_MAX + AUDIO_BITS_PER_SECOND)) / 8;
/** Mails that one person has sent: more than anyone invites in an hour, too few for advertising. */
export const MAIL_RATE = { calls: 60, perSeconds: 3600 } as const;
/** Limit of account deletions that one person requests and withdraws, because each also mails the support address. */
export const DELETION_RATE = { calls: 24, perSeconds: 24 * 3600 } as const;
/** Mails to one address in a day that people who sign in have sent there, all of them together. */
export const RECIPIENT_RATE = { calls: 10, perSeconds: 24 * 3600 } as const;
/** Mails are written to files if there is no SMTP server; each file is deleted after this long. */
export const OUTBOX_DAYS = 30;
/** Tokens for the design tool that one person tries: each costs a call there. */
export const DESIGN_TOKEN_RATE = { calls: 20, perSeconds: 3600 } as const;
/**
 * Screens of one test that participants have fetched from the design tool or by a browser: twice a large
 * prototype in an hour. What is stored already costs nothing and is not counted.
 */
export const SCREEN_MISSES_RATE = { calls: 120, perSeconds: 3600 } as const;
/** Exports that one person begins: each goes through all sessions of a test. */
export const EXPORT_RATE = { calls: 60, perSeconds: 3600 } as const;
/** An export is deleted after this long: a download that broke in the evening continues in the morning. */
export const EXPORT_HOURS = 24;
/** A sign-in lasts this long after its last use. */
export const SIGN_IN_DAYS = 30;
/** No use makes it last longer than this after the issuer's last answer. */
export const SIGN_IN_MOST_DAYS = 90;
/** Maximum age of the sign-in for calls that change an account or a team. */
export const RECENT_SIGN_IN_MINUTES = 15;
/**
 * A session's token is valid this long from the session's start, so that a browser can upload what it stored of a
 * recording even weeks later.
 */
export const SESSION_TOKEN_DAYS = 30;
/**
 * The token stays valid this long after its participant has finished, because the browser repeats a request whose
 * answer was lost.
 */
export const FINISHED_TOKEN_MINUTES = 10;
/** The signed address of a participant's own video works this long: 20 minutes, with pauses. */
export const OWN_VIDEO_HOURS = 2;
/** The card after the task is answered up to so long after the session has finished: a laptop slept overnight. */
export const ANSWERS_HOURS = 24;
/** The last stills follow when the participant may leave already; later ones come from no participant. */
export const LATE_STILLS_SECONDS = 60;
/** Signed addresses of screen images stay valid this long: longer than any session. */
export const SIGNED_IMAGE_HOURS = 24;
/** Live streams of one person: one for each browser that they are signed in with at a time. */
export const LIVE_STREAMS_PER_PERSON = 20;
/** Live streams of one server: a stream costs it some 30 kB, a file descriptor and a beat. */
export const LIVE_STREAMS_MAX = 5000;
/** A live stream sends something at least this often, because proxies end a connection that is silent for a minute. */
export const LIVE_BEAT_MS = 20_000;

/** A recording is transcribed at most once in this time: each start sends its sound to a recogniser, which may cost money. */
export const TRANSCRIPT_PAUSE_MINUTES = 10;
/**
 * Transcriptions that start in a workspace by the end of sessions, and as many that members start by hand: two classes of
 * 200. What has no transcript then is started by hand.
 */
export const TRANSCRIPTS_RATE = { calls: 500, perSeconds: 3600 } as const;

/** API keys of a workspace: one for each program that calls, and one beside it while it is changed. */
export const API_KEYS_MAX = 50;
/** Calls of one API key: ten a second, more than a person's pages make. */
export const API_KEY_RATE = { calls: 600, perSeconds: 60 } as const;
/** An API key ends at the latest after so long, unless it has no end. */
export const API_KEY_DAYS_MAX = 366;
/** Making keys and webhooks. */
export const INTEGRATION_RATE = { calls: 60, perSeconds: 60 } as const;
/** Webhooks of a workspace. */
export const WEBHOOKS_MAX = 20;
/** After a change of a webhook's secret the old one signs too: time to put the new one everywhere. */
export const OLD_SECRET_HOURS = 24;
/** Pauses before the second attempt of a delivery and those after it, in minutes: over four days in all. */
export const DELIVERY_PAUSES_MINUTES = [1, 5, 30, 120, 300, 600, 1440, 1440, 1440, 1440] as const;
/** Deliveries that are stored for one webhook: two for each of 200 sessions that end within minutes. More are dropped. */
export const WEBHOOK_EVENTS_RATE = { calls: 600, perSeconds: 600 } as const;
/** Deliveries of one webhook that wait: those of a large study while the address is away. More are dropped. */
export const DELIVERIES_WAITING_MAX = 1000;
/** A webhook that fails is tried once a minute: a little less, because a job looks each minute. */
export const WEBHOOK_RETRY_SECONDS = 50;
/** Settings show dropped deliveries this long above the log, which has them for as long as deliveries. */
export const DROPS_SHOWN_DAYS = 7;
/** A webhook to which nothing arrived for so long is switched off at the next failure. */
export const WEBHOOK_FAILING_DAYS = 5;
/** The log of deliveries, and of one webhook at most so many that are over. */
export const DELIVERIES_KEPT_DAYS = 30;
export const DELIVERIES_KEPT_MAX = 5000;
/** A page of it. */
export const DELIVERIES_PAGE = 50;

/** Default and maximum lifetime of a link for viewing. */
export const VIEW_LINK_DAYS = 30;
export const VIEW_LINK_DAYS_MAX = 3650;
/** Maximum number of links for viewing of one test. */
export const VIEW_LINKS_MAX = 200;
/** Links that one address, and one workspace, creates: more than people create by hand, and 12 s of a core if each has a password. */
export const VIEW_LINK_RATE = { calls: 120, perSeconds: 600 } as const;
export const VIEW_PASSWORD_MIN_CHARACTERS = 8;
export const VIEW_PASSWORD_MAX_CHARACTERS = 200;
/** Opened links for one address: guesses at a link of 128 random bits are stopped long before they cost anything. */
export const VIEW_OPEN_RATE = { calls: 60, perSeconds: 60 } as const;
/** Password attempts of one address at one link. The hash of each takes 100 ms of a core. */
export const VIEW_PASSWORD_RATE = { calls: 10, perSeconds: 600 } as const;
/** Password attempts of one address at all links. An office behind one address does not reach it. */
export const VIEW_PASSWORD_RATE_PER_ADDRESS = { calls: 60, perSeconds: 600 } as const;
/**
 * Password attempts of all addresses at one link. Attackers with three addresses can lock other visitors out for a
 * minute. To do so without a pause they need thirty, because each address has ten attempts in ten minutes.
 */
export const VIEW_PASSWORD_RATE_PER_LINK = { calls: 30, perSeconds: 60 } as const;
/** Calls of one visitor: three pages of a hundred pictures a minute. */
export const VIEW_RATE = { calls: 330, perSeconds: 60 } as const;
/** Time during which the browser that opened a link may reopen it by its address without the token. */
export const VIEW_LINK_COOKIE_DAYS = 30;
/**
 * Limit of CPU time for computed responses, in points of 5 ms: a twentieth of a core for a visitor of a link, a tenth for
 * an API key, half of one for a person, whose pages of a busy test repeat their calls every two seconds.
 */
export const COMPUTING_RATE_OF_VISITOR = { calls: 600, perSeconds: 60 } as const;
export const COMPUTING_RATE = { calls: 1200, perSeconds: 60 } as const;
export const COMPUTING_RATE_OF_PERSON = { calls: 6000, perSeconds: 60 } as const;
/** A visitor's page opens its link again after that. */
export const VIEW_HOURS = 12;
