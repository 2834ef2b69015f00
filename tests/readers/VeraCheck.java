// What veraPDF finds wrong, one line a failed rule. Arguments: flavors such as ua1,2a and then the files.
// A line is tab-separated: file, flavor, verdict (PASS, FAIL or BROKEN), rule, how often, an example with its place.
import java.io.File;
import java.io.PrintStream;
import java.util.Map;
import java.util.TreeMap;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.verapdf.gf.foundry.VeraGreenfieldFoundryProvider;
import org.verapdf.pdfa.Foundries;
import org.verapdf.pdfa.PDFAParser;
import org.verapdf.pdfa.PDFAValidator;
import org.verapdf.pdfa.flavours.PDFAFlavour;
import org.verapdf.pdfa.results.TestAssertion;
import org.verapdf.pdfa.results.ValidationResult;

public class VeraCheck {
    public static void main(String[] arguments) throws Exception {
        Logger.getLogger("").setLevel(Level.OFF);
        VeraGreenfieldFoundryProvider.initialise();
        PrintStream out = new PrintStream(System.out, true, "UTF-8");
        for (int i = 1; i < arguments.length; i++) {
            for (String id : arguments[0].split(",")) {
                PDFAFlavour flavor = PDFAFlavour.byFlavourId(id);
                if (flavor == PDFAFlavour.NO_FLAVOUR) {
                    throw new IllegalArgumentException("veraPDF knows no flavor " + id);
                }
                check(out, arguments[i], flavor);
            }
        }
    }

    static void check(PrintStream out, String file, PDFAFlavour flavor) {
        String start = file + "\t" + flavor.getId() + "\t";
        try (PDFAParser parser = Foundries.defaultInstance().createParser(new File(file), flavor);
                PDFAValidator validator = Foundries.defaultInstance().createValidator(flavor, false)) {
            ValidationResult result = validator.validate(parser);
            if (result.isCompliant()) {
                out.println(start + "PASS\t\t0\t");
                return;
            }
            Map<String, Integer> counts = new TreeMap<>();
            Map<String, String> examples = new TreeMap<>();
            for (TestAssertion one : result.getTestAssertions()) {
                if (one.getStatus() == TestAssertion.Status.FAILED) {
                    String rule = one.getRuleId().getClause() + "-" + one.getRuleId().getTestNumber();
                    counts.merge(rule, 1, Integer::sum);
                    examples.putIfAbsent(rule, one.getMessage() + " @ " + one.getLocation().getContext());
                }
            }
            for (String rule : counts.keySet()) {
                String words = examples.get(rule).replaceAll("\\s+", " ");
                out.println(start + "FAIL\t" + rule + "\t" + counts.get(rule) + "\t" + words);
            }
        } catch (Exception error) {
            out.println(start + "BROKEN\tunreadable\t1\t" + String.valueOf(error).replaceAll("\\s+", " "));
        }
    }
}
