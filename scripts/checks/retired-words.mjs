/** The folders to which the lists apply. */
export const areas = /^(server|contract|web|recorder|bench|scripts)\//;

/**
 * Names that had several meanings, or none to a stranger, and what to use instead. Add a name here when you retire
 * it. The words to use are in docs/glossary.md (docs/decisions/0032).
 */
export const retiredNames = new Map([
  ['Deed', 'RecordStep, or the name of what is done'],
  ['Door', 'RequestGate'],
  ['Ear', 'RecordingClient'],
  ['InWords', 'VoteByText'],
  ['Keeping', 'UploadStore'],
  ['Led', 'LedParticipant'],
  ['Leftover', 'DeletedRecordFiles'],
  ['Minding', 'FileRemoval'],
  ['Misused', 'UsageError'],
  ['Moody', 'UnreliableStore'],
  ['Occasion', 'EmailOccasion'],
  ['Owed', 'UnsentMessages'],
  ['Performer', 'StepRunner'],
  ['RecordWords', 'RecordingNotice'],
  ['RoomWords', 'RoomDescription or RoomHeading'],
  ['TooltipWords', 'TooltipText'],
  ['Word', 'BusMessage'],
  ['admittedAnywhere', 'findAdmissionAnywhere'],
  ['agreeWith', 'correctNewestInterval'],
  ['atOneMoment', 'inSnapshot'],
  ['awayNeighbour', 'awayDependency'],
  ['barTo', 'findEntryBan'],
  ['byBody', 'checkedByHandler'],
  ['byItself', 'startedAutomatically'],
  ['castOf', 'selectShownPeople'],
  ['chatUserOf', 'admittedChatUser'],
  ['comeByLink', 'enterByOwnLink'],
  ['countKnocking', 'countWaiting'],
  ['countWords', 'countLabel'],
  ['deed', 'action or step'],
  ['deeds', 'actions or steps'],
  ['farAway', 'withoutEnd'],
  ['followRoles', 'applyRoleChange'],
  ['forgetOldFacts', 'deleteOldEngineRows'],
  ['heapUp', 'insertBacklog'],
  ['hearFrom', 'refreshWaiting'],
  ['holdChannel', 'lockChannel'],
  ['holdUsableInvite', 'lockUsableInvite'],
  ['isAside', 'isTroubled'],
  ['isKnocking', 'isWaiting'],
  ['isLedTogether', 'isInModeratedRoomTogether'],
  ['isSecondThought', 'isStoppedAtOnce'],
  ['leastForWords', 'leastHeightForName'],
  ['letGo', 'releaseClaim, or release and what is held'],
  ['letGoOfLost', 'releaseLostClaims'],
  ['mayLook', 'checkAnalyticsAccess'],
  ['newsOfChannel', 'publishWithoutNumber'],
  ['orGone', 'refuseWhenGone'],
  ['peopleIn', 'listParticipants'],
  ['pictureCame', 'markPictureArrived'],
  ['putOut', 'removeFromEngine or removeFromCall'],
  ['raced', 'abortOnSignal'],
  ['readTold', 'readFolderContents'],
  ['refuseWhoIsOut', 'refuseRemovedOrRefused'],
  ['settleAdmission', 'updateAdmission'],
  ['settleAdmissions', 'updateAdmissions'],
  ['settleAfterChange', 'reviewAdmissionsAfterChange'],
  ['settleForm', 'completeForm'],
  ['settleOwner', 'correctOwner'],
  ['settleParticipant', 'upsertUserOfParticipant'],
  ['settleRoles', 'updateRoles'],
  ['settleWaiting', 'reviewAdmissions'],
  ['shutOutSince', 'excludedSince'],
  ['startMindingRecords', 'startRemovingFiles'],
  ['startSweeping', 'startRecheckingExcluded'],
  ['takeTurn', 'lockCommandLine'],
  ['tellAdmissions', 'publishAdmissions'],
  ['tellAgain', 'updateEntryDetails'],
  ['tellLooks', 'publishProfile'],
  ['tellModerators', 'publishWaitingCount'],
  ['tellPerson', 'publishToUser'],
  ['tellRoom', 'publishToRoom'],
  ['thenDone', 'writeThenDo'],
  ['thoseWhoCount', 'filterCounted'],
  ['unendedElsewhere', 'findUnendedElsewhere'],
  ['usersConcerned', 'findUsersToRecheck'],
  ['weaknessOf', 'explainWeakness'],
  ['whatIsKnown', 'readKnownCall'],
  ['whoMay', 'describeAllowedCallers'],
  ['whoMayBePresent', 'filterAdmitted'],
  ['wishesFor', 'subscriptionRequestsFor'],
]);

/** Words of comments that name nothing which an engineer of the field knows. */
export const retiredInComments = new Map([
  ['deeds?', 'action, step or request'],
  ['films?', 'recording'],
  ['put out', 'removed from the call'],
]);

/** Files whose texts people read. Decisions record what was said at their time. */
export const textAreas =
  /^(contract|server|web|recorder|scripts|bench|texts|docs(?!\/decisions))\/.*(?<!\.test)\.(ts|tsx|mjs|md|json)$/;

/** Spellings and terms that no comment, message or page of the documentation uses any more. */
export const retiredInTexts = new Map([
  ['e-mails?', 'email'],
  ['media engines?', 'media server'],
]);
