// Exceptions of the JDK whose serialized form is their fields: an application's exception may extend them or a
// method declare them. Each line: class, superclass, serialVersionUID, then its fields as name:descriptor. An interop
// test compares every line with Java.
const table = `
java.lang.Throwable java.lang.Object -3042686055658047285
java.io.CharConversionException java.io.IOException -8680016352018427031
java.io.EOFException java.io.IOException 6433858223774886977
java.io.FileNotFoundException java.io.IOException -897856973823710492
java.io.IOException java.lang.Exception 7818375828146090155
java.io.InterruptedIOException java.io.IOException 4020568460727500567 bytesTransferred:I
java.io.InvalidClassException java.io.ObjectStreamException -4333316296251054416 classname:Ljava/lang/String;
java.io.InvalidObjectException java.io.ObjectStreamException 3233174318281839583
java.io.NotActiveException java.io.ObjectStreamException -3893467273049808895
java.io.NotSerializableException java.io.ObjectStreamException 2906642554793891381
java.io.ObjectStreamException java.io.IOException 7260898174833392607
java.io.OptionalDataException java.io.ObjectStreamException -8011121865681257820 eof:Z length:I
java.io.StreamCorruptedException java.io.ObjectStreamException 8983558202217591746
java.io.SyncFailedException java.io.IOException -2353342684412443330
java.io.UTFDataFormatException java.io.IOException 420743449228280612
java.io.UncheckedIOException java.lang.RuntimeException -8134305061645241065
java.io.UnsupportedEncodingException java.io.IOException -4274276298326136670
java.io.WriteAbortedException java.io.ObjectStreamException -3326426625597282442 detail:Ljava/lang/Exception;
java.lang.ArithmeticException java.lang.RuntimeException 2256477558314496007
java.lang.ArrayIndexOutOfBoundsException java.lang.IndexOutOfBoundsException -5116101128118950844
java.lang.ArrayStoreException java.lang.RuntimeException -4522193890499838241
java.lang.ClassCastException java.lang.RuntimeException -9223365651070458532
java.lang.CloneNotSupportedException java.lang.Exception 5195511250079656443
java.lang.EnumConstantNotPresentException java.lang.RuntimeException -6046998521960521108 constantName:Ljava/lang/String; enumType:Ljava/lang/Class;
java.lang.Exception java.lang.Throwable -3387516993124229948
java.lang.IllegalAccessException java.lang.ReflectiveOperationException 6616958222490762034
java.lang.IllegalArgumentException java.lang.RuntimeException -5365630128856068164
java.lang.IllegalCallerException java.lang.RuntimeException -2349421918363102232
java.lang.IllegalMonitorStateException java.lang.RuntimeException 3713306369498869069
java.lang.IllegalStateException java.lang.RuntimeException -1848914673093119416
java.lang.IllegalThreadStateException java.lang.IllegalArgumentException -7626246362397460174
java.lang.IndexOutOfBoundsException java.lang.RuntimeException 234122996006267687
java.lang.InstantiationException java.lang.ReflectiveOperationException -8441929162975509110
java.lang.InterruptedException java.lang.Exception 6700697376100628473
java.lang.LayerInstantiationException java.lang.RuntimeException -906239691613568347
java.lang.NegativeArraySizeException java.lang.RuntimeException -8960118058596991861
java.lang.NoSuchFieldException java.lang.ReflectiveOperationException -6143714805279938260
java.lang.NoSuchMethodException java.lang.ReflectiveOperationException 5034388446362600923
java.lang.NullPointerException java.lang.RuntimeException 5162710183389028792
java.lang.NumberFormatException java.lang.IllegalArgumentException -2848938806368998894
java.lang.ReflectiveOperationException java.lang.Exception 123456789
java.lang.RuntimeException java.lang.Exception -7034897190745766939
java.lang.SecurityException java.lang.RuntimeException 6878364983674394167
java.lang.StringIndexOutOfBoundsException java.lang.IndexOutOfBoundsException -6762910422159637258
java.lang.TypeNotPresentException java.lang.RuntimeException -5101214195716534496 typeName:Ljava/lang/String;
java.lang.UnsupportedOperationException java.lang.RuntimeException -1242599979055084673
java.net.BindException java.net.SocketException -5945005768251722951
java.net.ConnectException java.net.SocketException 3831404271622369215
java.net.HttpRetryException java.io.IOException -9186022286469111381 responseCode:I location:Ljava/lang/String;
java.net.MalformedURLException java.io.IOException -182787522200415866
java.net.NoRouteToHostException java.net.SocketException -1897550894873493790
java.net.PortUnreachableException java.net.SocketException 8462541992376507323
java.net.ProtocolException java.io.IOException -6098449442062388080
java.net.SocketException java.io.IOException -5935874303556886934
java.net.SocketTimeoutException java.io.InterruptedIOException -8846654841826352300
java.net.URISyntaxException java.lang.Exception 2137979680897488891 index:I input:Ljava/lang/String;
java.net.UnknownHostException java.io.IOException -4639126076052875403
java.net.UnknownServiceException java.io.IOException -4169033248853639508
java.nio.BufferOverflowException java.lang.RuntimeException -5484897634319144535
java.nio.BufferUnderflowException java.lang.RuntimeException -1713313658691622206
java.nio.InvalidMarkException java.lang.IllegalStateException 1698329710438510774
java.nio.ReadOnlyBufferException java.lang.UnsupportedOperationException -1210063976496234090
java.nio.charset.CharacterCodingException java.io.IOException 8421532232154627783
java.nio.charset.IllegalCharsetNameException java.lang.IllegalArgumentException 1457525358470002989 charsetName:Ljava/lang/String;
java.nio.charset.MalformedInputException java.nio.charset.CharacterCodingException -3438823399834806194 inputLength:I
java.nio.charset.UnmappableCharacterException java.nio.charset.CharacterCodingException -7026962371537706123 inputLength:I
java.nio.charset.UnsupportedCharsetException java.lang.IllegalArgumentException 1490765524727386367 charsetName:Ljava/lang/String;
java.nio.file.AccessDeniedException java.nio.file.FileSystemException 4943049599949219617
java.nio.file.AtomicMoveNotSupportedException java.nio.file.FileSystemException 5402760225333135579
java.nio.file.ClosedDirectoryStreamException java.lang.IllegalStateException 4228386650900895400
java.nio.file.ClosedFileSystemException java.lang.IllegalStateException -8158336077256193488
java.nio.file.ClosedWatchServiceException java.lang.IllegalStateException 1853336266231677732
java.nio.file.DirectoryIteratorException java.util.ConcurrentModificationException -6012699886086212874
java.nio.file.DirectoryNotEmptyException java.nio.file.FileSystemException 3056667871802779003
java.nio.file.FileAlreadyExistsException java.nio.file.FileSystemException 7579540934498831181
java.nio.file.FileSystemAlreadyExistsException java.lang.RuntimeException -5438419127181131148
java.nio.file.FileSystemException java.io.IOException -3055425747967319812 file:Ljava/lang/String; other:Ljava/lang/String;
java.nio.file.FileSystemLoopException java.nio.file.FileSystemException 4843039591949217617
java.nio.file.FileSystemNotFoundException java.lang.RuntimeException 7999581764446402397
java.nio.file.InvalidPathException java.lang.IllegalArgumentException 4355821422286746137 index:I input:Ljava/lang/String;
java.nio.file.NoSuchFileException java.nio.file.FileSystemException -1390291775875351931
java.nio.file.NotDirectoryException java.nio.file.FileSystemException -9011457427178200199
java.nio.file.NotLinkException java.nio.file.FileSystemException -388655596416518021
java.nio.file.ProviderMismatchException java.lang.IllegalArgumentException 4990847485741612530
java.nio.file.ProviderNotFoundException java.lang.RuntimeException -1880012509822920354
java.nio.file.ReadOnlyFileSystemException java.lang.UnsupportedOperationException -6822409595617487197
java.rmi.AccessException java.rmi.RemoteException 6314925228044966088
java.rmi.AlreadyBoundException java.lang.Exception 9218657361741657110
java.rmi.ConnectException java.rmi.RemoteException 4863550261346652506
java.rmi.ConnectIOException java.rmi.RemoteException -8087809532704668744
java.rmi.MarshalException java.rmi.RemoteException 6223554758134037936
java.rmi.NoSuchObjectException java.rmi.RemoteException 6619395951570472985
java.rmi.NotBoundException java.lang.Exception -1857741824849069317
java.rmi.RMISecurityException java.lang.SecurityException -8433406075740433514
java.rmi.RemoteException java.io.IOException -5148567311918794206 detail:Ljava/lang/Throwable;
java.rmi.ServerException java.rmi.RemoteException -4775845313121906682
java.rmi.ServerRuntimeException java.rmi.RemoteException 7054464920481467219
java.rmi.StubNotFoundException java.rmi.RemoteException -7088199405468872373
java.rmi.UnexpectedException java.rmi.RemoteException 1800467484195073863
java.rmi.UnknownHostException java.rmi.RemoteException -8152710247442114228
java.rmi.UnmarshalException java.rmi.RemoteException 594380845140740218
java.security.AccessControlException java.lang.SecurityException 5138225684096988535 perm:Ljava/security/Permission;
java.security.DigestException java.security.GeneralSecurityException 5821450303093652515
java.security.GeneralSecurityException java.lang.Exception 894798122053539237
java.security.InvalidAlgorithmParameterException java.security.GeneralSecurityException 2864672297499471472
java.security.InvalidKeyException java.security.KeyException 5698479920593359816
java.security.InvalidParameterException java.lang.IllegalArgumentException -857968536935667808
java.security.KeyException java.security.GeneralSecurityException -7483676942812432108
java.security.KeyManagementException java.security.KeyException 947674216157062695
java.security.KeyStoreException java.security.GeneralSecurityException -1119353179322377262
java.security.NoSuchAlgorithmException java.security.GeneralSecurityException -7443947487218346562
java.security.NoSuchProviderException java.security.GeneralSecurityException 8488111756688534474
java.security.ProviderException java.lang.RuntimeException 5256023526693665674
java.security.SignatureException java.security.GeneralSecurityException 7509989324975124438
java.security.UnrecoverableEntryException java.security.GeneralSecurityException -4527142945246286535
java.security.UnrecoverableKeyException java.security.UnrecoverableEntryException 7275063078190151277
java.sql.DataTruncation java.sql.SQLWarning 6464298989504059473 dataSize:I index:I parameter:Z read:Z transferSize:I
java.sql.SQLClientInfoException java.sql.SQLException -4319604256824655880 failedProperties:Ljava/util/Map;
java.sql.SQLDataException java.sql.SQLNonTransientException -6889123282670549800
java.sql.SQLException java.lang.Exception 2135244094396331484 vendorCode:I SQLState:Ljava/lang/String; next:Ljava/sql/SQLException;
java.sql.SQLFeatureNotSupportedException java.sql.SQLNonTransientException -1026510870282316051
java.sql.SQLIntegrityConstraintViolationException java.sql.SQLNonTransientException 8033405298774849169
java.sql.SQLInvalidAuthorizationSpecException java.sql.SQLNonTransientException -64105250450891498
java.sql.SQLNonTransientConnectionException java.sql.SQLNonTransientException -5852318857474782892
java.sql.SQLNonTransientException java.sql.SQLException -9104382843534716547
java.sql.SQLRecoverableException java.sql.SQLException -4144386502923131579
java.sql.SQLSyntaxErrorException java.sql.SQLNonTransientException -1843832610477496053
java.sql.SQLTimeoutException java.sql.SQLTransientException -4487171280562520262
java.sql.SQLTransactionRollbackException java.sql.SQLTransientException 5246680841170837229
java.sql.SQLTransientConnectionException java.sql.SQLTransientException -2520155553543391200
java.sql.SQLTransientException java.sql.SQLException -9042733978262274539
java.sql.SQLWarning java.sql.SQLException 3917336774604784856
java.text.ParseException java.lang.Exception 2703218443322787634 errorOffset:I
java.time.DateTimeException java.lang.RuntimeException -1632418723876261839
java.util.ConcurrentModificationException java.lang.RuntimeException -3666751008965953603
java.util.DuplicateFormatFlagsException java.util.IllegalFormatException 18890531 flags:Ljava/lang/String;
java.util.EmptyStackException java.lang.RuntimeException 5084686378493302095
java.util.FormatFlagsConversionMismatchException java.util.IllegalFormatException 19120414 c:C f:Ljava/lang/String;
java.util.FormatterClosedException java.lang.IllegalStateException 18111216
java.util.IllegalFormatCodePointException java.util.IllegalFormatException 19080630 c:I
java.util.IllegalFormatConversionException java.util.IllegalFormatException 17000126 c:C arg:Ljava/lang/Class;
java.util.IllegalFormatException java.lang.IllegalArgumentException 18830826
java.util.IllegalFormatFlagsException java.util.IllegalFormatException 790824 flags:Ljava/lang/String;
java.util.IllegalFormatPrecisionException java.util.IllegalFormatException 18711008 p:I
java.util.IllegalFormatWidthException java.util.IllegalFormatException 16660902 w:I
java.util.IllformedLocaleException java.lang.RuntimeException -5245986824925681401 _errIdx:I
java.util.InputMismatchException java.util.NoSuchElementException 8811230760997066428
java.util.MissingFormatArgumentException java.util.IllegalFormatException 19190115 s:Ljava/lang/String;
java.util.MissingFormatWidthException java.util.IllegalFormatException 15560123 s:Ljava/lang/String;
java.util.MissingResourceException java.lang.RuntimeException -4876345176062000401 className:Ljava/lang/String; key:Ljava/lang/String;
java.util.NoSuchElementException java.lang.RuntimeException 6769829250639411880
java.util.TooManyListenersException java.lang.Exception 5074640544770687831
java.util.UnknownFormatConversionException java.util.IllegalFormatException 19060418 s:Ljava/lang/String;
java.util.UnknownFormatFlagsException java.util.IllegalFormatException 19370506 flags:Ljava/lang/String;
java.util.concurrent.BrokenBarrierException java.lang.Exception 7117394618823254244
java.util.concurrent.CancellationException java.lang.IllegalStateException -9202173006928992231
java.util.concurrent.CompletionException java.lang.RuntimeException 7830266012832686185
java.util.concurrent.ExecutionException java.lang.Exception 7830266012832686185
java.util.concurrent.RejectedExecutionException java.lang.RuntimeException -375805702767069545
java.util.concurrent.TimeoutException java.lang.Exception 1900926677490660714
javax.naming.AuthenticationException javax.naming.NamingSecurityException 3678497619904568096
javax.naming.AuthenticationNotSupportedException javax.naming.NamingSecurityException -7149033933259492300
javax.naming.CannotProceedException javax.naming.NamingException 1219724816191576813 altName:Ljavax/naming/Name; altNameCtx:Ljavax/naming/Context; environment:Ljava/util/Hashtable; remainingNewName:Ljavax/naming/Name;
javax.naming.CommunicationException javax.naming.NamingException 3618507780299986611
javax.naming.ConfigurationException javax.naming.NamingException -2535156726228855704
javax.naming.ContextNotEmptyException javax.naming.NamingException 1090963683348219877
javax.naming.InsufficientResourcesException javax.naming.NamingException 6227672693037844532
javax.naming.InterruptedNamingException javax.naming.NamingException 6404516648893194728
javax.naming.InvalidNameException javax.naming.NamingException -8370672380823801105
javax.naming.LimitExceededException javax.naming.NamingException -776898738660207856
javax.naming.LinkException javax.naming.NamingException -7967662604076777712 linkExplanation:Ljava/lang/String; linkRemainingName:Ljavax/naming/Name; linkResolvedName:Ljavax/naming/Name; linkResolvedObj:Ljava/lang/Object;
javax.naming.LinkLoopException javax.naming.LinkException -3119189944325198009
javax.naming.MalformedLinkException javax.naming.LinkException -3066740437737830242
javax.naming.NameAlreadyBoundException javax.naming.NamingException -8491441000356780586
javax.naming.NameNotFoundException javax.naming.NamingException -8007156725367842053
javax.naming.NamingException java.lang.Exception -1299181962103167177 remainingName:Ljavax/naming/Name; resolvedName:Ljavax/naming/Name; resolvedObj:Ljava/lang/Object; rootException:Ljava/lang/Throwable;
javax.naming.NamingSecurityException javax.naming.NamingException 5855287647294685775
javax.naming.NoInitialContextException javax.naming.NamingException -3413733186901258623
javax.naming.NoPermissionException javax.naming.NamingSecurityException 8395332708699751775
javax.naming.NotContextException javax.naming.NamingException 849752551644540417
javax.naming.OperationNotSupportedException javax.naming.NamingException 5493232822427682064
javax.naming.PartialResultException javax.naming.NamingException 2572144970049426786
javax.naming.ReferralException javax.naming.NamingException -2881363844695698876
javax.naming.ServiceUnavailableException javax.naming.NamingException -4996964726566773444
javax.naming.SizeLimitExceededException javax.naming.LimitExceededException 7129289564879168579
javax.naming.TimeLimitExceededException javax.naming.LimitExceededException -3597009011385034696
javax.naming.directory.AttributeInUseException javax.naming.NamingException 4437710305529322564
javax.naming.directory.AttributeModificationException javax.naming.NamingException 8060676069678710186 unexecs:[Ljavax/naming/directory/ModificationItem;
javax.naming.directory.InvalidAttributeIdentifierException javax.naming.NamingException -9036920266322999923
javax.naming.directory.InvalidAttributeValueException javax.naming.NamingException 8720050295499275011
javax.naming.directory.InvalidAttributesException javax.naming.NamingException 2607612850539889765
javax.naming.directory.InvalidSearchControlsException javax.naming.NamingException -5124108943352665777
javax.naming.directory.InvalidSearchFilterException javax.naming.NamingException 2902700940682875441
javax.naming.directory.NoSuchAttributeException javax.naming.NamingException 4836415647935888137
javax.naming.directory.SchemaViolationException javax.naming.NamingException -3041762429525049663
javax.security.auth.DestroyFailedException java.lang.Exception -7790152857282749162
javax.security.auth.RefreshFailedException java.lang.Exception 5058444488565265840
javax.security.auth.login.AccountException javax.security.auth.login.LoginException -2112878680072211787
javax.security.auth.login.AccountExpiredException javax.security.auth.login.AccountException -6064064890162661560
javax.security.auth.login.AccountLockedException javax.security.auth.login.AccountException 8280345554014066334
javax.security.auth.login.AccountNotFoundException javax.security.auth.login.AccountException 1498349563916294614
javax.security.auth.login.CredentialException javax.security.auth.login.LoginException -4772893876810601859
javax.security.auth.login.CredentialExpiredException javax.security.auth.login.CredentialException -5344739593859737937
javax.security.auth.login.CredentialNotFoundException javax.security.auth.login.CredentialException -7779934467214319475
javax.security.auth.login.FailedLoginException javax.security.auth.login.LoginException 802556922354616286
javax.security.auth.login.LoginException java.security.GeneralSecurityException -4679091624035232488
javax.transaction.xa.XAException java.lang.Exception -8249683284832867751 errorCode:I
`;

/** Class, superclass, serialVersionUID, fields. */
export type JdkExceptionRow = readonly [
  name: string,
  superName: string,
  serialVersionUid: string,
  ...fields: string[],
];

/** The exceptions of the JDK that generated classes can stand for or extend. */
export function jdkExceptionTable(): readonly JdkExceptionRow[] {
  return table
    .trim()
    .split("\n")
    .map((line) => line.split(" ") as unknown as JdkExceptionRow);
}
